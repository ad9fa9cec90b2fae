package dev.slipway.run;

import dev.slipway.effect.Effect;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import java.util.List;

/**
 * Runs on a machine. All calls are idempotent: the run folder's claim tells whether a run was ever started, so the same order never
 * runs twice. Only the dispatcher calls it. Calls throw {@link ProblemException}, with an outage where a later try can succeed.
 */
public interface Launcher extends Effect {

    /** All for which no run of this request could ever be started, as far as that can be told without a run; changes nothing. */
    default List<Problem> obstacles(LaunchRequest request) {
        return List.of();
    }

    /** What {@link #start} would start; changes nothing. Throws for an order that can never run, such as a missing executable. */
    LaunchPlan plan(RunOrder order);

    /** Starts the run unless it was started, ended or killed before; returns when it is under way on its own. */
    void start(RunOrder order) throws InterruptedException;

    /** How the run is; changes nothing. */
    RunSighting look(RunOrder order) throws InterruptedException;

    /**
     * Whether a run under way has ended, as far as that shows at a glance of some microseconds; called often, on any thread. False says
     * nothing: {@link #look} tells.
     */
    default boolean hasEnded(RunOrder order) {
        return false;
    }

    /** Ends the run, or makes sure that it never starts; returns when no process of it is left. */
    void kill(RunOrder order) throws InterruptedException;

    /**
     * What is started, for the journal.
     *
     * @param argv of the launch command; never holds a secret
     * @param host where it is started
     */
    record LaunchPlan(List<String> argv, String host) {
        public LaunchPlan {
            argv = List.copyOf(argv);
        }
    }
}
