package dev.slipway.server.cluster;

import dev.slipway.gateway.ssh.HostAnswer;
import dev.slipway.gateway.ssh.HostCall;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterAnswer;
import dev.slipway.run.slurm.ClusterCall;
import dev.slipway.run.slurm.ClusterCommands;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs Slurm's commands on a login node of the cluster, each command by a login as the user of the call. The login node
 * needs no software of Slipway.
 */
public final class CommandsOverSsh implements ClusterCommands {
    private final ClusterSettings cluster;
    private final LoginNode node;

    public CommandsOverSsh(ClusterSettings cluster, LoginNode node) {
        this.cluster = cluster;
        this.node = node;
    }

    @Override
    public ClusterAnswer answer(ClusterCall call, Runnable begun) throws InterruptedException {
        HostCall there = new HostCall(
                argv(call),
                cluster.variables(),
                call.input(),
                call.timeout(),
                ClusterAnswer.MOST_OUT,
                ClusterAnswer.MOST_ERR);
        HostAnswer answer = node.answer(call.account().name(), there, begun);
        if (ClusterAnswer.isNotRun(answer.status())) {
            throw node.away(
                    call.command() + " cannot be run by " + call.account().name() + " at "
                            + node.address().host(),
                    answer.err().strip());
        }
        return new ClusterAnswer(answer.status(), answer.out(), answer.err());
    }

    private List<String> argv(ClusterCall call) {
        List<String> argv = new ArrayList<>(call.argv());
        argv.set(0, cluster.command(call.command()));
        return argv;
    }
}
