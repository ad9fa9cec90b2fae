package dev.slipway.desk;

import java.time.Duration;
import java.util.Optional;

/**
 * About how long until a job goes on (or until it ends, once it runs).
 *
 * @param left empty when nothing can be said
 * @param atMost whether {@code left} is a bound, which the job may stay far below
 * @param basis what it rests on, such as "the last 20 runs on local"; without {@code left}, why there is none; empty if none is due
 */
public record Estimate(Optional<Duration> left, boolean atMost, String basis) {
    static final Estimate NONE = unknown("");

    static Estimate about(Duration left, String basis) {
        return new Estimate(Optional.of(left), false, basis);
    }

    static Estimate most(Duration left, String basis) {
        return new Estimate(Optional.of(left), true, basis);
    }

    static Estimate unknown(String why) {
        return new Estimate(Optional.empty(), false, why);
    }

    /** Such as "about 4 min, from the last 20 runs on local" or "not known: no job has run on local yet"; empty if none is due. */
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

    /** No finer than an estimate is worth. */
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
