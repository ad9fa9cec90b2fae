package dev.slipway.gateway.files;

import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes rows from outside, as they arrive, into one CSV file of the run folder.
 *
 * @param effect the kind of step
 */
public record RowLanding(String effect, StagedFiles files) {

    /** Gives the rows. Not called if an earlier try has finished the file. */
    @FunctionalInterface
    public interface Giving<E extends Exception> {
        /** @throws IOException only from {@link Rows} */
        void to(Rows rows) throws E, IOException, InterruptedException;
    }

    /** The rows of the file that is being written. */
    public static final class Rows {
        private final CsvWriter csv;
        private final MovedBytes moved;
        private final Cancellation cancellation;
        private boolean begun;

        private Rows(CsvWriter csv, MovedBytes moved, Cancellation cancellation) {
            this.csv = csv;
            this.moved = moved;
            this.cancellation = cancellation;
        }

        /** Writes one row; the first names the columns. @param values null for NULL */
        public void write(List<String> values) throws IOException, InterruptedException {
            cancellation.check();
            moved.add(csv.row(values), begun ? 1 : 0);
            begun = true;
        }

        /** Returns whether nothing was written, not even the names of the columns. */
        public boolean isEmpty() {
            return !begun;
        }
    }

    /** Stages the file of {@code step} completely or not at all. */
    public <E extends Exception> StepReport land(
            StagingStep step, StepContext context, Cancellation cancellation, Giving<E> giving)
            throws E, InterruptedException {
        StagedTarget target =
                new StagedTarget(context.runFolder(), step.file(), step.creation(), step.compression(), true);
        Optional<StepReport> finished = files.finished(target, context.ledger());
        if (finished.isPresent()) {
            return finished.get();
        }
        Landing landing = Landing.of(effect, context, cancellation);
        try (StagedOutput output = files.create(target, context)) {
            giving.to(new Rows(new CsvWriter(output.data()), landing.moved(), cancellation));
            return output.commit(landing);
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }
}
