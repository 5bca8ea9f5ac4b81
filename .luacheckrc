-- The files are parts of scripts: what common.lua defines, the others use.
std = "lua51"
read_globals = { "redis", "KEYS", "ARGV" }
max_line_length = 120
allow_defined_top = true
globals = { "algorithms", "now", "horizon", "round_up", "ttl_millis", "unreadable", "read_numbers", "write_numbers", "SLACK" }
files["lua/common.lua"] = { ignore = { "211", "431" }, globals = {} }
