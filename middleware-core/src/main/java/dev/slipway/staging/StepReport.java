package dev.slipway.staging;

import dev.slipway.job.BoundStatement;
import java.util.List;
import java.util.Optional;

/**
 * What a step did.
 *
 * @param bytes of data moved, uncompressed
 * @param rows of data moved, of a store those that the database took; 0 for files without rows
 * @param files what it wrote into the run folder (stage-in), or read from it (stage-out)
 * @param statement what a SQL step ran
 */
public record StepReport(long bytes, long rows, List<StagedFile> files, Optional<BoundStatement> statement) {
    public StepReport {
        files = List.copyOf(files);
    }

    /** Of a step without a statement. */
    public StepReport(long bytes, long rows, List<StagedFile> files) {
        this(bytes, rows, files, Optional.empty());
    }

    /** The same, of a step that ran {@code bound}. */
    public StepReport of(BoundStatement bound) {
        return new StepReport(bytes, rows, files, Optional.of(bound));
    }
}
