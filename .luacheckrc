-- The files are parts of scripts: what common.lua defines, the others use.
std = "lua51"
read_globals = { "redis", "struct", "KEYS", "ARGV" }
max_line_length = 120
globals = {
  "algorithms", "arguments", "position", "now", "horizon", "not_after", "expiry", "unreadable",
  "read_string", "write_string", "SLACK", "ceil", "floor", "max", "min", "pack", "unpack_struct",
}
files["lua/common.lua"] = { ignore = { "211", "311", "431" }, globals = {} }
