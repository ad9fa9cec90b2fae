package dev.slipway.gateway.files;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.UploadFetch;
import dev.slipway.staging.StepLook;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.util.OptionalLong;

/** Looks at an upload as a fetch of the upload would find it. */
public final class UploadLook {
    private final UploadFolder uploads;

    public UploadLook(UploadFolder uploads) {
        this.uploads = uploads;
    }

    /** Looks at an upload of {@code owner}. */
    public StepLook look(UploadFetch step, String owner) {
        try {
            return StepLook.of(new StepLook.Size(
                    uploads.size(owner, step.sha256()), OptionalLong.empty(), true, "the upload's size"));
        } catch (IOException e) {
            return StepLook.of(Problem.of(
                    ProblemCode.UPLOAD_UNKNOWN, "upload " + step.sha256() + " is not kept of user " + owner));
        }
    }
}
