package dev.slipway.desk.status;

import java.time.Duration;
import java.util.Optional;

/**
 * An estimate of the time until a job goes on, or until a running job ends.
 *
 * @param left the remaining time; empty if unknown
 * @param atMost whether {@code left} is an upper bound, which the job may stay far below
 * @param basis the basis of the estimate, such as "the last 20 runs on local"; without {@code left}, the reason why it
 *     is unknown, or empty if no estimate is due
 */
public record Estimate(Optional<Duration> left, boolean atMost, String basis) {
    public static final Estimate NONE = unknown("");

    public static Estimate about(Duration left, String basis) {
        return new Estimate(Optional.of(left), false, basis);
    }

    static Estimate most(Duration left, String basis) {
        return new Estimate(Optional.of(left), true, basis);
    }

    public static Estimate unknown(String why) {
        return new Estimate(Optional.empty(), false, why);
    }

    /**
     * Describes the estimate, as "about 4 min, from the last 20 runs on local" or "not known: no job has run on local
     * yet"; empty if no estimate is due.
     */
    public String words() {
        if (left.isEmpty()) {
            return basis.isEmpty() ? "" : "not known: " + basis;
        }
        long seconds = left.get().toSeconds();
        if (atMost) {
            return "at most " + span(Math.max(1, seconds)) + ", by " + basis;
        }
        return (seconds < 2 ? "under 2 s" : "about " + span(seconds)) + ", from " + basis;
    }

    /** Writes a span no more precisely than an estimate deserves. */
    private static String span(long seconds) {
        if (seconds < 60) {
            return seconds + " s";
        }
        long minutes = (seconds + 30) / 60;
        if (minutes < 60) {
            return minutes + " min";
        }
        return minutes < 24 * 60
                ? minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min")
                : minutes / (24 * 60) + " d";
    }
}
