package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.time.Duration;
import java.util.Collection;
import java.util.function.LongSupplier;

/** Tells when a transfer has stalled, or takes longer than any sound line would. */
final class TransferClock {
    /** The time that a host may take to hash the part of a file that it has. */
    private static final Duration HASHING = Duration.ofMinutes(15);

    /** The time for the login, for lines that break, and for hashes. */
    private static final Duration FIXED = Duration.ofMinutes(10);

    private static final long LEAST_BYTES_PER_SECOND = 64 << 10;

    private final Duration stall;
    private final Duration most;
    private final LongSupplier nanos;
    private final long begun;
    private long moved;
    private long since;

    /**
     * Begins to measure.
     *
     * @param stall the time after which a transfer without any byte fails
     * @param sizes the bytes of each file; a file may take a second more than its bytes
     */
    TransferClock(Duration stall, Collection<Long> sizes, LongSupplier nanos) {
        this.stall = stall;
        this.nanos = nanos;
        most = FIXED.plusSeconds(sizes.stream()
                .mapToLong(bytes -> 1 + bytes / LEAST_BYTES_PER_SECOND)
                .sum());
        begun = nanos.getAsLong();
        since = begun;
    }

    /**
     * Looks at a transfer that goes on.
     *
     * @param bytes the bytes that have moved so far
     * @param hashing whether the host hashes the part of a file now
     * @throws dev.slipway.problem.ProblemException HOST_UNREACHABLE if the transfer must be broken off
     */
    void check(String host, long bytes, boolean hashing) {
        long now = nanos.getAsLong();
        if (Duration.ofNanos(now - begun).compareTo(most) > 0) {
            throw StepProblem.of(
                    ProblemCode.HOST_UNREACHABLE,
                    "the files to or from host " + host + " have not all moved within " + most.toSeconds() + " s");
        }
        Duration patience = hashing ? HASHING : stall;
        if (bytes != moved) {
            moved = bytes;
            since = now;
        } else if (now - since > patience.toNanos()) {
            throw StepProblem.of(
                    ProblemCode.HOST_UNREACHABLE,
                    "no byte has moved to or from host " + host + " for " + patience.toSeconds() + " s");
        }
    }
}
