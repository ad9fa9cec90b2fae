package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.ProblemCode;
import java.io.OutputStream;

/** The CSV file of an extract's rows. */
public record RowSink(OutputStream data, MovedBytes moved) {
    /** The longest row in bytes of CSV, because a whole row is held in memory. */
    private static final int LONGEST_ROW = 100_000_000;

    /** Counts one written row. */
    public void wrote(long bytes) {
        requireShort(bytes);
        moved.add(bytes, 1);
    }

    /** Refuses a row that is too long. */
    public static void requireShort(long bytes) {
        if (bytes > LONGEST_ROW) {
            throw StepProblem.of(
                    ProblemCode.STATEMENT_REFUSED,
                    "a row of the answer has " + ByteCount.words(bytes) + ", and " + ByteCount.words(LONGEST_ROW)
                            + " are the most",
                    "Have the statement leave out the long column, or give it in parts.");
        }
    }
}
