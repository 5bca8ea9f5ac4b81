-- What all algorithms share, and what each of them offers.
-- KEYS, ARGV[1]: as in the operation.
-- Returns nothing.

-- The eighth byte of any time from 1987 on. Text may have it as well, a C, and then means a time that lies farther
-- ahead than clocks step back.
local eighth_byte, year, long_ago = 0x43, 3.2e13, 5e14

-- Debts are never larger: as many permits, and as many us until they are paid back.
local most_permits, most_time = 2 ^ 51, 3.2e15

-- What an algorithm offers; the limit is given as rate, interval in us and burst. The time of a state is that of the
-- server and an offset, what its clock has stepped back by, so that it never goes back.
--   read(key): the state, false for none; or nil and the error; third what is left of a block, nil for none
--   take(state, rate, interval, burst, permits, max_wait): takes the permits when they are due within max_wait, none
--     being due where no more is used than the limit, and
--     returns when they are due, how many remain, when all are back, the state if it is to be written, when it no
--     longer matters, and the offset. A clock that has stepped back counts as no time passed, in strings where the age
--     of a state is below 0, in an exact window where it is read, and that is written even by a rejection, or they
--     would never end. What lies within a millionth of a us above a whole one is rounding, not
--     time. It knows nothing of blocks.
--   write(key, state, lasts, stored, left): an error or nil; what was read before is needed of a string, and what is
--     left of a block is kept with the state
--   give_back(state, rate, interval, burst, permits, granted, back): gives some of the permits that were granted at a
--     moment of the state's time back, under the limit of then, and returns how many, the state if it is to be written,
--     and when it no longer matters
--   finish(state): where it is there, what giving back has left for the end of what is done to a key
--   charge(state, rate, interval, burst, permits): counts permits that are used already, whether they are there or not,
--     at the last reserved moment where that lies ahead; returns the state, and when it no longer matters
--   release(state, rate, interval, burst, permits): how many permits were taken off, and the same
--   blank(key): a state in which nothing is used, to be written in place of another
--   rewritten(state): the state as if it had been written now
local read, take, write, give_back, finish, release, charge, blank, rewritten

-- Bytes of a state that one string holds.
local size

-- Where algorithms share one script, their read, take and write by the ends of their keys.
local algorithms

-- Lets a caller wait for its turn, where wait_queue.lua is there.
local take_turn

-- Returns when the window of a calendar begins that comes so many after that of a moment, where calendar_window.lua is
--   there: later(moment, count, calendar), in us from now.
local later
