package dev.slipway.run;

import dev.slipway.effect.Effect;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Starts and ends runs on a machine. All calls are idempotent: the claim on the run folder tells whether a run was ever
 * started, so the same order never runs twice. Only the dispatcher makes these calls. They throw {@link
 * ProblemException}, with an outage if a later try can succeed.
 */
public interface Launcher extends Effect {

    /**
     * Returns all problems that would keep every run of this request from starting, as far as they show without a run.
     * Has no effect.
     *
     * @param partition the name of the partition on which the run would start
     * @param submitter the owner of the run's job
     */
    default List<Problem> obstacles(String partition, String submitter, LaunchRequest request) {
        return List.of();
    }

    /**
     * Asks the machine whether the run could start there now, and returns the reason of a refusal. Has no effect.
     * Unlike {@link #obstacles}, the method may wait for an answer of the machine. The folder of the order need not
     * exist.
     */
    default List<Problem> trial(RunOrder order) throws InterruptedException {
        return List.of();
    }

    /**
     * Returns the name of the machine that answers the calls for this run; empty for the machine of the service. Each
     * machine gets threads of its own, so that one that does not answer holds up no run of another.
     */
    default String machine(RunOrder order) {
        return "";
    }

    /**
     * Returns the command that {@link #start} would start. Has no effect. Throws for an order that can never run, for
     * example one with a missing executable.
     */
    LaunchPlan plan(RunOrder order);

    /**
     * Sets slots of the machines aside for a run that is next in turn; called on the dispatcher's thread, before the
     * intent to launch is recorded. Can be called repeatedly. Returns false if the run must wait for slots of other
     * runs. No slots are set aside where the partition's count of slots is exact.
     */
    default boolean reserve(RunOrder order) {
        return true;
    }

    /** Gives back the slots of a run if the intent to launch the run was not recorded. */
    default void release(RunOrder order) {}

    /**
     * Returns the free slots of the partitions with runs that {@link #reserve} their slots. Other partitions have the
     * slots free that no run takes.
     */
    default Map<String, Integer> freeSlots() {
        return Map.of();
    }

    /** Returns the hosts of the run, each with the slots for the run; empty for a partition without a list of hosts. */
    default List<RunHost> hosts(RunOrder order) {
        return List.of();
    }

    /**
     * Starts the run, unless it was started, ended or killed before. Returns when the run no longer depends on this
     * process.
     */
    void start(RunOrder order) throws InterruptedException;

    /** Returns whether {@link #startAll} starts this run with others of its submitter in one call of their machine. */
    default boolean startsTogether(RunOrder order) {
        return false;
    }

    /**
     * Starts several runs, each as {@link #start} does. A machine that can take several runs in one call does so.
     * Returns the problem of each run that did not start.
     */
    default Map<RunOrder, Problem> startAll(List<RunOrder> orders) throws InterruptedException {
        Map<RunOrder, Problem> problems = new HashMap<>();
        for (RunOrder order : orders) {
            try {
                start(order);
            } catch (ProblemException e) {
                problems.put(order, e.problem());
            }
        }
        return problems;
    }

    /**
     * Returns the state of the run, and starts no program. The call may end a run at a cluster that goes on long after
     * its end was recorded.
     */
    RunSighting look(RunOrder order) throws InterruptedException;

    /**
     * Returns whether a new look at a run under way would see its end or another state, as far as a check of some
     * microseconds can tell; called often, on any thread. False leaves the question open, and {@link #look} answers it.
     */
    default boolean hasNews(RunOrder order) {
        return false;
    }

    /**
     * Returns the cluster that has accepted the run, and the number that the cluster gave to the run; empty for a run
     * that no cluster has accepted. Reads the run folder alone.
     */
    default Optional<ClusterRun> given(RunOrder order) {
        return Optional.empty();
    }

    /**
     * Asks a cluster at once whether the cluster would take runs now, and returns the reason of a refusal. If the
     * cluster answers, later calls ask the cluster again without delay.
     */
    default Optional<Problem> check(String cluster) throws InterruptedException {
        return Optional.of(Problem.of(ProblemCode.CLUSTER_AWAY, "the settings name no cluster " + cluster));
    }

    /** Ends the run, or makes sure that the run never starts; returns when no process of the run is left. */
    void kill(RunOrder order) throws InterruptedException;

    /**
     * Ends the run of a job that has failed already, as {@link #kill} does. Drops the files that the run has left
     * elsewhere.
     */
    default void abandon(RunOrder order) throws InterruptedException {
        kill(order);
    }

    /** Ends the transfers of files under way. Runs go on, and a later start of the service continues the transfers. */
    default void close() {}

    /**
     * The launch as recorded in the journal.
     *
     * @param argv the launch command; never holds a secret
     * @param host the host of the run
     */
    record LaunchPlan(List<String> argv, String host) {
        public LaunchPlan {
            argv = List.copyOf(argv);
        }
    }
}
