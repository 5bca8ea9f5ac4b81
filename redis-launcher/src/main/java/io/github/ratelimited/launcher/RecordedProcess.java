package io.github.ratelimited.launcher;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A process as a file can keep it: with enough beside the number to tell it from a later process of the same number. */
record RecordedProcess(long pid, Instant startedAt, String command) {

    // Linux counts a process's start from the boot time, and that moves when the clock is set.
    private static final Duration CLOCK_STEP = Duration.ofSeconds(5);
    private static final Duration END_TIMEOUT = Duration.ofSeconds(20);

    static RecordedProcess of(ProcessHandle process) {
        return new RecordedProcess(
                process.pid(),
                process.info().startInstant().orElse(Instant.EPOCH),
                process.info().command().orElse(""));
    }

    static RecordedProcess parse(String line) {
        String[] parts = line.split(" ", 3);
        return new RecordedProcess(Long.parseLong(parts[0]), Instant.ofEpochMilli(Long.parseLong(parts[1])), parts[2]);
    }

    String line() {
        return pid + " " + startedAt.toEpochMilli() + " " + command;
    }

    /** The process, where it still runs. */
    Optional<ProcessHandle> find() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
    }

    /** Kills the process where it still runs, and waits for its end. */
    void kill() {
        long deadline = System.nanoTime() + END_TIMEOUT.toNanos();
        // Not onExit: in a container without an init process nobody collects the dead, and they seem to live on there.
        for (var process = find(); process.isPresent() && System.nanoTime() < deadline; process = find()) {
            process.get().destroyForcibly();
            LockSupport.parkNanos(1_000_000);
        }
    }

    private boolean isSame(ProcessHandle process) {
        RecordedProcess other = of(process);
        // Linux appends " (deleted)" to the command when somebody has removed the file.
        return other.command.startsWith(command)
                && Duration.between(startedAt, other.startedAt).abs().compareTo(CLOCK_STEP) < 0;
    }
}
