package dev.slipway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the template when the answer of {@code source} to {@code statement} has changed.
 *
 * @param every the interval between two questions
 * @param atOnce whether the first answer runs the template too; else the first answer only serves as the base of
 *     comparison
 */
public record WatchedQuery(String source, String statement, Duration every, boolean atOnce, ZoneId zone)
        implements Trigger {
    private static final int LONGEST = 10_000;

    @Override
    public Instant next(Instant now) {
        return now.truncatedTo(ChronoUnit.SECONDS).plus(every);
    }

    @Override
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (source.isBlank() || statement.isBlank()) {
            faults.add("a watched query needs a source and a statement");
        }
        if (source.length() > LONGEST || statement.length() > LONGEST) {
            faults.add("the statement of a watched query has at most " + LONGEST + " characters");
        }
        if (!Trigger.isPause(every)) {
            faults.add("a watched query is asked once a minute at most, and once a day at least");
        }
        return faults;
    }
}
