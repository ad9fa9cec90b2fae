package dev.slipway.desk.status;

import java.time.Duration;
import java.util.Optional;

/**
 * An estimate of the time until a job goes on, or until a running job ends.
 *
 * @param left the remaining time; empty if unknown
 * @param atMost whether {@code left} is an upper bound, which the job may stay far below
 * @param basis the basis of the estimate, such as "the last 20 runs of var-mc on local"; without {@code left}, the
 *     reason why the time is unknown, or empty if no estimate is due
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
     * Describes the estimate, as "about 4 min, from the last 20 runs of var-mc on local" or "no estimate yet: no run
     * of var-mc on local has ended yet"; empty if no estimate is due.
     */
    public String words() {
        if (left.isEmpty()) {
            return basis.isEmpty() ? "" : "no estimate yet: " + basis;
        }
        long seconds = left.get().toSeconds();
        if (atMost) {
            return "at most " + span(Math.max(1, seconds)) + ", by " + basis;
        }
        return (seconds < 2 ? "under 2 s" : "about " + span(seconds)) + ", from " + basis;
    }

    /** Describes the time alone, as "about 4 min"; empty if unknown. */
    public String span() {
        return left.isEmpty() ? "" : words().substring(0, words().indexOf(", "));
    }

    /** Returns the basis of the time, as "from the last 20 runs of var-mc on local"; without a time, the reason why. */
    public Optional<String> from() {
        return left.isEmpty()
                ? Optional.of(words()).filter(words -> !words.isEmpty())
                : Optional.of(words().substring(words().indexOf(", ") + 2));
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
