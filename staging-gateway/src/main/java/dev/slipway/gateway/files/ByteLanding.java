package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.request.Compression;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.util.Optional;

/**
 * Stages bytes from outside as one file of the run folder, unchanged. If the file is to be block-compressed, packed
 * data are unpacked and packed again.
 *
 * @param effect the kind of step
 */
public record ByteLanding(String effect, StagedFiles files) {

    /** Opens the source. Not called if an earlier try has finished the file. */
    @FunctionalInterface
    public interface Opening {
        ByteSource open() throws IOException, InterruptedException;
    }

    /**
     * Stages the file of {@code step} completely or not at all.
     *
     * @throws IOException only from the source of the bytes
     */
    public StepReport land(StagingStep step, StepContext context, Cancellation cancellation, Opening opening)
            throws IOException, InterruptedException {
        StagedTarget target = StagedTarget.named(context.runFolder(), step.file(), step.creation(), step.compression());
        Optional<StepReport> finished = files.finished(target, context.ledger());
        if (finished.isPresent()) {
            return finished.get();
        }
        try (ByteSource source = opening.open()) {
            return write(step, context, target, source, cancellation);
        }
    }

    private StepReport write(
            StagingStep step, StepContext context, StagedTarget target, ByteSource source, Cancellation cancellation)
            throws IOException, InterruptedException {
        InputStream raw = source.bytes();
        DigestInputStream digesting = new DigestInputStream(raw, Sha256.algorithm());
        try (StagedOutput output = files.create(target, context)) {
            Landing landing = Landing.of(effect, context, cancellation);
            source.changed().ifPresent(output::changedAt);
            if (step.compression() == Compression.NONE) {
                source.length().ifPresent(landing.moved()::expect);
            }
            InputStream data = step.compression() == Compression.BGZF ? ContentForm.decoded(digesting) : digesting;
            landing.moved().copy(data, output.data(), cancellation);
            // Bytes after the packed data belong to the source too.
            digesting.transferTo(OutputStream.nullOutputStream());
            cancellation.check();
            source.verify(Sha256.end(digesting.getMessageDigest()));
            return output.commit(landing);
        } catch (SourceReadException e) {
            cancellation.check();
            throw e;
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }
}
