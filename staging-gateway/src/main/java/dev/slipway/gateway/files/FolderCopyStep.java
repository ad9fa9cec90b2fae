package dev.slipway.gateway.files;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.FolderCopy;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.util.List;

/** Copies a file of an operator's folder into the run folder. */
public final class FolderCopyStep implements StepHandler<FolderCopy> {
    private static final String EFFECT = "folder copy";

    private final SharedFolders folders;
    private final ByteLanding landing;

    public FolderCopyStep(SharedFolders folders, StagedFiles files) {
        this.folders = folders;
        landing = new ByteLanding(EFFECT, files);
    }

    @Override
    public Class<FolderCopy> type() {
        return FolderCopy.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(FolderCopy step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        try {
            return landing.land(step, context, cancellation, () -> folders.open(step.folder(), step.path()));
        } catch (IOException e) {
            throw StepProblem.of(
                    ProblemCode.FOLDER_UNREACHABLE,
                    step.path() + " in folder " + step.folder() + " cannot be read on",
                    String.valueOf(e.getMessage()));
        }
    }

    @Override
    public StepLook look(FolderCopy step, String owner, Cancellation cancellation) {
        return folders.look(step);
    }
}
