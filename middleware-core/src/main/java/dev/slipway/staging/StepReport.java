package dev.slipway.staging;

import java.util.List;

/**
 * What a step did.
 *
 * @param bytes of data moved, uncompressed
 * @param rows of data moved; 0 for files without rows
 * @param files what it wrote into the run folder (stage-in), or read from it (stage-out)
 */
public record StepReport(long bytes, long rows, List<StagedFile> files) {
    public StepReport {
        files = List.copyOf(files);
    }
}
