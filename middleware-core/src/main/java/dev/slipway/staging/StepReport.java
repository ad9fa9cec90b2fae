package dev.slipway.staging;

import dev.slipway.job.BoundStatement;
import java.util.List;
import java.util.Optional;

/**
 * The report of a step that ended well.
 *
 * @param bytes the uncompressed bytes of data moved
 * @param rows the rows moved, for a store those that the database accepted; 0 for files without rows
 * @param files the files written into the run folder (stage-in) or read from it (stage-out)
 * @param statement the statement that a SQL step ran
 */
public record StepReport(long bytes, long rows, List<StagedFile> files, Optional<BoundStatement> statement) {
    public StepReport {
        files = List.copyOf(files);
    }

    /** Makes the report of a step without a statement. */
    public StepReport(long bytes, long rows, List<StagedFile> files) {
        this(bytes, rows, files, Optional.empty());
    }

    /** Returns this report with the statement {@code bound}. */
    public StepReport of(BoundStatement bound) {
        return new StepReport(bytes, rows, files, Optional.of(bound));
    }
}
