package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.UploadFetch;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.security.DigestInputStream;
import java.util.List;
import java.util.Optional;

/** An upload of the job's owner into the run folder. If it is to be block-compressed, what is packed already is packed anew. */
public final class UploadStep implements StepKind<UploadFetch> {
    private static final String EFFECT = "upload fetch";

    private final UploadFolder uploads;
    private final StagedFiles files;

    public UploadStep(UploadFolder uploads, StagedFiles files) {
        this.uploads = uploads;
        this.files = files;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(UploadFetch step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        StagedTarget target = StagedTarget.named(context.runFolder(), step.file(), step.creation(), step.compression());
        Optional<StepReport> finished = files.finished(target, context.ledger());
        if (finished.isPresent()) {
            return finished.get();
        }
        try (InputStream upload = uploads.open(context.owner(), step.sha256())) {
            return fetch(step, context, target, upload, cancellation);
        } catch (NoSuchFileException e) {
            throw StepProblem.of(
                    ProblemCode.UPLOAD_UNKNOWN,
                    "upload " + step.sha256() + " is not kept of user " + context.owner() + " any more");
        } catch (IOException e) {
            throw StepProblem.of(ProblemCode.INTERNAL, "upload " + step.sha256() + " cannot be read", e.getMessage());
        }
    }

    private StepReport fetch(
            UploadFetch step, StepContext context, StagedTarget target, InputStream upload, Cancellation cancellation)
            throws InterruptedException {
        DigestInputStream digesting = new DigestInputStream(upload, Sha256.algorithm());
        try (StagedOutput output = files.create(target, context)) {
            Landing landing = Landing.of(EFFECT, context);
            InputStream data = step.compression() == Compression.BGZF ? ContentForm.decoded(digesting) : digesting;
            landing.moved().copy(data, output.data(), cancellation);
            // What follows the packed data belongs to the upload too.
            digesting.transferTo(OutputStream.nullOutputStream());
            verify(step, Sha256.end(digesting.getMessageDigest()));
            return output.commit(landing);
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }

    private static void verify(UploadFetch step, String sha256) {
        if (!sha256.equals(step.sha256())) {
            throw StepProblem.of(
                    ProblemCode.FILE_CORRUPT,
                    "upload " + step.sha256() + " is damaged",
                    "its SHA-256 is " + sha256 + " now");
        }
    }
}
