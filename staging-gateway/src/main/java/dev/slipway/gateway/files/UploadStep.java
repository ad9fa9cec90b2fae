package dev.slipway.gateway.files;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.UploadFetch;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.OptionalLong;

/** Stages an upload of the job's owner in the run folder. */
public final class UploadStep implements StepHandler<UploadFetch> {
    private static final String EFFECT = "upload fetch";

    private final UploadFolder uploads;
    private final ByteLanding landing;

    public UploadStep(UploadFolder uploads, StagedFiles files) {
        this.uploads = uploads;
        landing = new ByteLanding(EFFECT, files);
    }

    @Override
    public Class<UploadFetch> type() {
        return UploadFetch.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(UploadFetch step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        try {
            return landing.land(
                    step,
                    context,
                    cancellation,
                    () -> new Upload(
                            step.sha256(),
                            uploads.size(context.owner(), step.sha256()),
                            uploads.open(context.owner(), step.sha256())));
        } catch (NoSuchFileException e) {
            throw StepProblem.of(
                    ProblemCode.UPLOAD_UNKNOWN,
                    "upload " + step.sha256() + " is not kept of user " + context.owner() + " any more");
        } catch (IOException e) {
            throw StepProblem.of(ProblemCode.INTERNAL, "upload " + step.sha256() + " cannot be read", e.getMessage());
        }
    }

    @Override
    public StepLook look(UploadFetch step, String owner, Cancellation cancellation) {
        try {
            return StepLook.of(new StepLook.Size(
                    uploads.size(owner, step.sha256()), OptionalLong.empty(), true, "the upload's size"));
        } catch (IOException e) {
            return StepLook.of(Problem.of(
                    ProblemCode.UPLOAD_UNKNOWN, "upload " + step.sha256() + " is not kept of user " + owner));
        }
    }

    private record Upload(String sha256, long size, InputStream file) implements ByteSource {
        @Override
        public InputStream bytes() {
            return SourceReadException.telling(file);
        }

        @Override
        public OptionalLong length() {
            return OptionalLong.of(size);
        }

        @Override
        public void verify(String found) {
            if (!found.equals(sha256)) {
                throw StepProblem.of(
                        ProblemCode.FILE_CORRUPT,
                        "upload " + sha256 + " is damaged",
                        "its SHA-256 is " + found + " now");
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
