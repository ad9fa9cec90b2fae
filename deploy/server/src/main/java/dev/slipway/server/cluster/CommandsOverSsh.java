package dev.slipway.server.cluster;

import dev.slipway.gateway.ssh.HostAnswer;
import dev.slipway.gateway.ssh.HostCall;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.slurm.ClusterAnswer;
import dev.slipway.run.slurm.ClusterCall;
import dev.slipway.run.slurm.ClusterCommands;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs Slurm's commands on a login node of the cluster, each by a login as the user of its call. Nothing of Slipway is
 * installed there.
 */
public final class CommandsOverSsh implements ClusterCommands {
    /** The exit statuses of a shell for a command that is missing or cannot be executed. */
    private static final Set<Integer> NOT_RUN = Set.of(126, 127);

    /** The most bytes of standard output: about 400 for each of 10,000 jobs. */
    private static final int MOST_OUT = 4 << 20;

    private static final int MOST_ERR = 64 << 10;

    private final ClusterSettings cluster;
    private final LoginNode node;

    public CommandsOverSsh(ClusterSettings cluster, LoginNode node) {
        this.cluster = cluster;
        this.node = node;
    }

    @Override
    public ClusterAnswer answer(ClusterCall call, Runnable begun) throws InterruptedException {
        HostCall there = new HostCall(argv(call), environment(), call.input(), call.timeout(), MOST_OUT, MOST_ERR);
        HostAnswer answer = node.answer(call.account().name(), there, begun);
        if (NOT_RUN.contains(answer.status())) {
            throw node.away(
                    call.command() + " cannot be run by " + call.account().name() + " at "
                            + node.address().host(),
                    answer.err().strip());
        }
        return new ClusterAnswer(answer.status(), answer.out(), answer.err());
    }

    private List<String> argv(ClusterCall call) {
        List<String> argv = new ArrayList<>(call.argv());
        cluster.commands()
                .ifPresent(folder -> argv.set(0, folder.resolve(call.command()).toString()));
        return argv;
    }

    /** Returns the variables by which Slurm's commands answer in one language and in universal time. */
    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "C", "TZ", "UTC"));
        cluster.conf().ifPresent(file -> environment.put("SLURM_CONF", file.toString()));
        return environment;
    }
}
