package dev.slipway.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A fault of a cluster while a job is there: the moment of the fault, and the end that the job must have.
 *
 * @param name in words, which also names the fault in the report
 * @param when the moment at which the fault happens
 * @param breaks makes the fault; a fault before the job is submitted must not need the job
 * @param noticed waits until the service has met the fault
 * @param mends ends the fault
 * @param end how the job must end
 * @param cluster the name of the cluster of the job
 */
record ClusterFault(String name, Moment when, Act breaks, Act noticed, Act mends, End end, String cluster) {
    /** When a fault happens. */
    enum Moment {
        /** Before the service submits the job to the cluster. */
        BEFORE("before the job is submitted"),
        /** While the job waits in the cluster for free processors. */
        WAITS("while the job waits"),
        /** While the job's program runs. */
        RUNS("while the job runs");

        private final String words;

        Moment(String words) {
            this.words = words;
        }
    }

    /** How a job must end. */
    sealed interface End {}

    /** The job ends well, and its program ran once. */
    record Done() implements End {}

    /** The job fails with one of these problems, and the program was cut off. */
    record Fails(Set<String> codes) implements End {}

    /** The cluster may or may not end the run; the service must report the actual end of the run. */
    record AsItWent() implements End {}

    /** Breaks or mends something around a job. */
    @FunctionalInterface
    interface Act {
        void on(ClusterScene scene) throws Exception;
    }

    /** Returns the fault in words. */
    String title(boolean killed) {
        String way = cluster.equals(ClusterPlaces.OVER_SSH) ? ", over ssh, " : ", ";
        return name + way + when.words + (killed ? ", service killed" : "");
    }

    private static final Act NOTHING = scene -> {};
    static final End DONE = new Done();
    static final End AS_IT_WENT = new AsItWent();

    /** Makes a fault of the cluster with commands on the service's machine. */
    ClusterFault(String name, Moment when, Act breaks, Act noticed, Act mends, End end) {
        this(name, when, breaks, noticed, mends, end, ClusterPlaces.HERE);
    }

    /** Makes a fault that may be mended before the service meets the fault. */
    ClusterFault(String name, Moment when, Act breaks, Act mends, End end) {
        this(name, when, breaks, NOTHING, mends, end);
    }

    /** Returns this fault of the cluster that the service reaches over ssh. */
    ClusterFault overSsh() {
        return new ClusterFault(name, when, breaks, noticed, mends, end, ClusterPlaces.OVER_SSH);
    }

    /** Makes a fault that keeps the service from the cluster. */
    static ClusterFault outage(String name, Moment when, Act breaks, Act mends) {
        return new ClusterFault(name, when, breaks, ClusterScene::awaitOutage, mends, DONE);
    }

    /** Makes a fault in which one of Slurm's commands runs these lines first. */
    private static ClusterFault trick(String command, String name, Moment when, String lines) {
        return new ClusterFault(
                name,
                when,
                scene -> scene.trick(command, lines),
                scene -> scene.awaitTricked(command),
                ClusterScene::endTricks,
                DONE);
    }

    static End fails(String... codes) {
        return new Fails(Set.of(codes));
    }

    /** Returns all faults, beginning with those of a quick bench. */
    static List<ClusterFault> all() {
        List<ClusterFault> faults = new ArrayList<>();
        faults.addAll(controller());
        faults.addAll(answers());
        faults.addAll(hosts());
        faults.addAll(others());
        faults.addAll(rest());
        faults.addAll(restByOthers());
        faults.addAll(ResourceFaults.all());
        faults.addAll(LoginNodeFaults.all());
        return faults;
    }

    private static List<ClusterFault> controller() {
        return List.of(
                new ClusterFault(
                        "slurmctld is killed",
                        Moment.WAITS,
                        scene -> scene.bed().killController(),
                        scene -> scene.bed().startController(),
                        DONE),
                new ClusterFault(
                        "slurmctld is killed",
                        Moment.RUNS,
                        scene -> scene.bed().killController(),
                        scene -> scene.bed().startController(),
                        AS_IT_WENT),
                new ClusterFault(
                        "slurmctld stops and starts",
                        Moment.RUNS,
                        scene -> scene.bed().stopController(),
                        scene -> scene.bed().startController(),
                        DONE),
                new ClusterFault("slurmctld loses its state", Moment.WAITS, ClusterFault::loseState, NOTHING, DONE),
                new ClusterFault(
                        "slurmctld loses its state", Moment.RUNS, ClusterFault::loseState, NOTHING, AS_IT_WENT),
                new ClusterFault(
                        "slurmctld loses its state and gives the job's number anew",
                        Moment.WAITS,
                        ClusterFault::giveNumberAnew,
                        ClusterScene::cancelStrangers,
                        DONE),
                outage("slurmctld is away", Moment.BEFORE, scene -> scene.bed().stopController(), scene -> scene.bed()
                        .startController()));
    }

    private static void loseState(ClusterScene scene) {
        scene.bed().killController();
        scene.bed().startControllerWithoutState();
    }

    static void giveNumberAnew(ClusterScene scene) {
        String number = scene.number();
        loseState(scene);
        scene.strangersUpTo(number);
    }

    private static List<ClusterFault> answers() {
        return List.of(
                trick(
                        "sbatch",
                        "sbatch accepts and never answers",
                        Moment.BEFORE,
                        "/usr/bin/sbatch \"$@\" >/dev/null; rm -f \"$trick\"; exec sleep 1000"),
                trick(
                        "sbatch",
                        "sbatch accepts and says that it failed",
                        Moment.BEFORE,
                        "/usr/bin/sbatch \"$@\" >/dev/null; rm -f \"$trick\"\n"
                                + "echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv"
                                + " operation' >&2; exit 1"),
                trick("squeue", "squeue hangs", Moment.RUNS, "exec sleep 1000"),
                trick("squeue", "squeue shows no jobs", Moment.RUNS, "exit 0"),
                trick("squeue", "squeue has a bad line", Moment.RUNS, "printf '|\\001|||nonsense\\n'"),
                new ClusterFault(
                        "the job ends and is forgotten before the service looks",
                        Moment.RUNS,
                        ClusterFault::endUnseen,
                        NOTHING,
                        DONE));
    }

    private static void endUnseen(ClusterScene scene) {
        scene.client().kill();
        scene.openGate();
        scene.awaitGone();
        scene.bed().purge();
        scene.client().start();
    }

    private static List<ClusterFault> hosts() {
        return List.of(
                new ClusterFault(
                        "the host crashes",
                        Moment.RUNS,
                        ClusterScene::crashHost,
                        ClusterScene::bootHost,
                        fails("CLUSTER_NODE_LOST")),
                new ClusterFault(
                        "the host's slurmd is killed and starts again",
                        Moment.RUNS,
                        scene -> scene.bed().killSlurmd(ClusterScene.JOBS_HOST),
                        scene -> scene.bed().startSlurmd(ClusterScene.JOBS_HOST),
                        DONE),
                outage(
                        "the link to the cluster is cut",
                        Moment.RUNS,
                        scene -> scene.bed().cutOutside(),
                        scene -> scene.bed().mendOutside()));
    }

    private static List<ClusterFault> others() {
        return List.of(
                new ClusterFault(
                        "others cancel the job",
                        Moment.WAITS,
                        ClusterScene::cancelByOthers,
                        NOTHING,
                        fails("CLUSTER_CANCELLED")),
                new ClusterFault(
                        "others cancel the job",
                        Moment.RUNS,
                        ClusterScene::cancelByOthers,
                        NOTHING,
                        fails("CLUSTER_CANCELLED")),
                new ClusterFault(
                        "an urgent job displaces the job",
                        Moment.RUNS,
                        ClusterScene::displace,
                        ClusterScene::cancelStrangers,
                        fails("CLUSTER_PREEMPTED")),
                new ClusterFault(
                        "an operator suspends the job",
                        Moment.RUNS,
                        scene -> scene.bed().command("scontrol", "suspend", scene.number()),
                        scene -> scene.bed().command("scontrol", "resume", scene.number()),
                        DONE));
    }

    /** The faults of slurmctld and of links that only a whole bench has. */
    private static List<ClusterFault> rest() {
        return List.of(
                outage("slurmctld hangs", Moment.WAITS, scene -> scene.bed().freezeController(), scene -> scene.bed()
                        .thawController()),
                outage("slurmctld hangs", Moment.RUNS, scene -> scene.bed().freezeController(), scene -> scene.bed()
                        .thawController()),
                outage(
                        "the link to the cluster is cut",
                        Moment.BEFORE,
                        scene -> scene.bed().cutOutside(),
                        scene -> scene.bed().mendOutside()),
                new ClusterFault(
                        "the link to the cluster is slow",
                        Moment.WAITS,
                        scene -> scene.bed().slowOutside("64kbit"),
                        scene -> scene.bed().mendOutside(),
                        DONE),
                new ClusterFault(
                        "the link of the host is cut",
                        Moment.RUNS,
                        scene -> scene.bed().cut(ClusterScene.JOBS_HOST),
                        scene -> scene.bed().mend(ClusterScene.JOBS_HOST),
                        AS_IT_WENT));
    }

    /** The faults by operators and by answers that only a whole bench has. */
    private static List<ClusterFault> restByOthers() {
        return List.of(
                new ClusterFault(
                        "all hosts are drained",
                        Moment.WAITS,
                        scene -> scene.drainAll(true),
                        scene -> scene.drainAll(false),
                        DONE),
                new ClusterFault(
                        "the host is drained",
                        Moment.RUNS,
                        scene -> scene.drainAll(true),
                        scene -> scene.drainAll(false),
                        DONE),
                new ClusterFault(
                        "an operator holds the job",
                        Moment.WAITS,
                        scene -> scene.bed().command("scontrol", "hold", scene.number()),
                        scene -> scene.bed().command("scontrol", "release", scene.number()),
                        DONE),
                new ClusterFault(
                        "an operator requeues the job",
                        Moment.RUNS,
                        scene -> scene.bed().ask("scontrol", "requeue", scene.number()),
                        NOTHING,
                        AS_IT_WENT),
                trick(
                        "squeue",
                        "squeue says that it failed",
                        Moment.WAITS,
                        "echo 'slurm_load_jobs error: Zero Bytes were transmitted or received' >&2; exit 1"),
                trick(
                        "sbatch",
                        "sbatch hangs and accepts nothing",
                        Moment.BEFORE,
                        "rm -f \"$trick\"; exec sleep 1000"));
    }
}
