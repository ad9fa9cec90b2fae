package dev.slipway.usage;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * The answer to a question for usage.
 *
 * @param by the columns of each row
 */
public record Usage(List<UsageColumn> by, List<Row> rows) {
    private static final BigDecimal HOUR_MILLIS = BigDecimal.valueOf(3_600_000);
    private static final int DIGITS = 4;

    public Usage {
        by = List.copyOf(by);
        rows = List.copyOf(rows);
    }

    /**
     * A sum.
     *
     * @param values the values of the columns; a job without a project has the empty value
     * @param runs the number of runs
     * @param processorHours over all runs, the hours of the run times its processes
     * @param stagedBytes the bytes that staging steps have moved, in and out
     */
    public record Row(List<String> values, long runs, BigDecimal processorHours, long stagedBytes) {
        public Row {
            values = List.copyOf(values);
        }
    }

    /** Returns hours with four digits behind the point. */
    static BigDecimal hours(long millis) {
        return BigDecimal.valueOf(millis).divide(HOUR_MILLIS, DIGITS, RoundingMode.HALF_UP);
    }
}
