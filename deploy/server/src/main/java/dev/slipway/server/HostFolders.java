package dev.slipway.server;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.List;
import java.util.Map;

/** Keeps documents below the folder that the operator opened on each host: its root is what a document calls /. */
final class HostFolders implements StagingGateway {
    private final StagingGateway gateway;
    private final Map<String, String> folders;

    /** {@code folders}: absolute, by the host's name. */
    HostFolders(StagingGateway gateway, Map<String, String> folders) {
        this.gateway = gateway;
        this.folders = Map.copyOf(folders);
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        return gateway.move(below(step), context);
    }

    private StagingStep below(StagingStep step) {
        if (step instanceof SshFetch fetch) {
            return new SshFetch(
                    fetch.name(),
                    fetch.orderGroup(),
                    fetch.host(),
                    path(fetch.host(), fetch.remotePath()),
                    fetch.file(),
                    fetch.creation(),
                    fetch.compression());
        }
        return step instanceof SshDeliver deliver ? delivered(deliver) : step;
    }

    private StagingStep delivered(SshDeliver deliver) {
        return new SshDeliver(
                deliver.name(),
                deliver.orderGroup(),
                deliver.host(),
                path(deliver.host(), deliver.remotePath()),
                deliver.file(),
                deliver.always());
    }

    private String path(String host, String path) {
        String folder = folders.get(host);
        if (folder == null || folder.equals("/")) {
            // A host that is not configured is the gateway's to refuse.
            return path;
        }
        if (List.of(path.split("/")).contains("..")) {
            throw new ProblemException(Problem.of(
                    ProblemCode.REMOTE_FILE,
                    "the path " + path.replaceAll("\\p{Cntrl}", "?") + " on " + host + " leads upwards"));
        }
        return (folder.endsWith("/") ? folder : folder + "/") + path.replaceFirst("^/+", "");
    }
}
