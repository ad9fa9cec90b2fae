package dev.slipway.server.cluster;

import dev.slipway.gateway.ssh.HostFiles;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import dev.slipway.run.OsAccount;
import dev.slipway.run.slurm.ClusterScratch;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/** Moves files to and from the scratch folder of a cluster by SFTP at its login node, as the users of the runs. */
public final class ScratchOverSsh implements ClusterScratch {
    private final LoginNode node;
    private final HostFiles files;
    private final Path root;

    /** @param root the scratch folder on the login node and on the hosts of the cluster */
    public ScratchOverSsh(LoginNode node, HostFiles files, Path root) {
        this.node = node;
        this.files = files;
        this.root = root;
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public void send(OsAccount account, Path here, Collection<RunPath> paths, Path there) throws InterruptedException {
        try {
            files.send(node.host(account.name()), here, paths, there.toString());
        } catch (ProblemException e) {
            throw ofCluster(account, e.problem());
        }
    }

    @Override
    public void fetch(OsAccount account, Path there, Map<RunPath, Long> sizes, Path here) throws InterruptedException {
        try {
            files.fetch(node.host(account.name()), there.toString(), sizes, here);
        } catch (ProblemException e) {
            throw ofCluster(account, e.problem());
        }
    }

    private ProblemException ofCluster(OsAccount account, Problem problem) {
        return switch (problem.code()) {
            case HOST_UNREACHABLE, HOST_LOGIN, HOST_KEY, HOST_NO_SFTP -> node.away(account.name(), problem);
            default ->
                new ProblemException(new Problem(
                        problem.code(), "cluster " + node.cluster() + ": " + problem.message(), problem.detail()));
        };
    }
}
