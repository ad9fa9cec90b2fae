package dev.slipway.desk.status;

import dev.slipway.request.StagingStep;
import java.time.Duration;
import java.util.Locale;

/** Numbers and names as explanations write them. */
public final class Quantities {
    private Quantities() {}

    /** Returns words that name a step and its place. */
    static String named(StagingStep step) {
        boolean in = step.direction() == StagingStep.Direction.IN;
        return "step " + step.name() + (in ? " from " : " to ") + step.placeName();
    }

    static String steps(int count) {
        return count == 1 ? "1 step" : count + " steps";
    }

    static String slots(int count) {
        return count == 1 ? "1 slot" : count + " slots";
    }

    /** Returns words such as "66,560 of 100,000 done". */
    static String share(long done, long of) {
        return String.format(Locale.ROOT, "%,d of %,d done", done, of);
    }

    /** Returns the whole seconds of a span, rounded up. */
    public static String seconds(Duration wait) {
        return wait.plusMillis(999).toSeconds() + " s";
    }
}
