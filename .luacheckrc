-- The files are parts of scripts: what common.lua defines, the others use.
std = "lua51"
read_globals = { "redis", "struct", "KEYS", "ARGV" }
max_line_length = 120
globals = {
  "arguments", "position", "pack", "parse", "ask", "ends", "lone", "now", "expires_from", "corrupt", "size", "eighth_byte", "year", "long_ago", "algorithms",
  "read", "take", "write", "give_back", "finish", "release", "charge", "blank", "rewritten",
  "reply", "filled", "failure", "take_turn", "later",
  "most_permits", "most_time", "demands", "max_wait", "index", "rate", "interval", "burst", "permits",
}
files["lua/sliding_window_search.lua"] = { ignore = { "211" } }
files["lua/sliding_window.lua"] = {
  read_globals = {
    "TURN", "TIME", "BEFORE", "TELLS", "TOLD", "TELLS_MORE", "bytes_of_entries", "chunk_at", "last_below", "first_after",
  },
}
files["lua/sliding_window_returns.lua"] = {
  read_globals = {
    "ENTRIES", "TURN", "TIME", "BEFORE", "chunk_at", "last_below", "next_to", "first_after", "lasts_for", "forget",
    "span_of", "book", "empty",
  },
}
files["lua/common.lua"] = { ignore = { "211", "221", "231", "311", "431" }, globals = {} }
files["lua/algorithm.lua"] = { ignore = { "211", "221" }, globals = {} }
