package dev.slipway.faults;

import dev.slipway.faults.ClusterFault.Act;
import dev.slipway.faults.ClusterFault.Moment;
import java.util.List;
import java.util.stream.Stream;

/** The faults of a cluster that the service reaches over ssh. */
final class LoginNodeFaults {
    /** The host with the sshd that the service calls. */
    private static final int LOGIN_NODE = 1;

    private static final Act HANGS_UP = scene -> scene.bed().hangUp(LOGIN_NODE);
    private static final Act ANSWERS_AGAIN = scene -> scene.bed().startSshd(LOGIN_NODE);

    private LoginNodeFaults() {}

    static List<ClusterFault> all() {
        return Stream.of(
                        ClusterFault.outage("the login node is away", Moment.BEFORE, HANGS_UP, ANSWERS_AGAIN),
                        ClusterFault.outage("the login node is away", Moment.WAITS, HANGS_UP, ANSWERS_AGAIN),
                        ClusterFault.outage("the login node is away", Moment.RUNS, HANGS_UP, ANSWERS_AGAIN),
                        ClusterFault.outage(
                                "the link to the login node is cut",
                                Moment.RUNS,
                                scene -> scene.bed().cutOutside(),
                                scene -> scene.bed().mendOutside()),
                        new ClusterFault(
                                "the link to the login node is slow",
                                Moment.WAITS,
                                scene -> scene.bed().slowOutside("64kbit"),
                                scene -> scene.bed().mendOutside(),
                                ClusterFault.DONE),
                        cutOff("the login node goes away while sbatch runs, which accepts", "/usr/bin/sbatch \"$@\"\n"),
                        cutOff("the login node goes away while sbatch runs, which does not accept", ""))
                .map(ClusterFault::overSsh)
                .toList();
    }

    /** Makes a fault in which the connection breaks during sbatch, after sbatch has run these lines. */
    private static ClusterFault cutOff(String name, String lines) {
        return new ClusterFault(
                name,
                Moment.BEFORE,
                scene -> scene.trick("sbatch", "rm -f \"$trick\"\n" + lines + ": >\"$trick-done\"\nexec sleep 1000"),
                scene -> {
                    scene.awaitTrickDone("sbatch");
                    HANGS_UP.on(scene);
                    scene.awaitOutage();
                },
                scene -> {
                    scene.endTricks();
                    ANSWERS_AGAIN.on(scene);
                },
                ClusterFault.DONE);
    }
}
