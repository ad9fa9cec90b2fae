package dev.slipway.dispatch;

import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunHost;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the launcher for runs, on the threads of the machine of each run. Every visit looks for the run before the
 * visit starts the run.
 */
final class RunVisits {
    private static final Logger LOG = LoggerFactory.getLogger(RunVisits.class);

    private final Launcher launcher;
    private final RunFolders folders;
    private final CheckpointFolders checkpoints;

    RunVisits(Launcher launcher, RunFolders folders, CheckpointFolders checkpoints) {
        this.launcher = launcher;
        this.folders = folders;
        this.checkpoints = checkpoints;
    }

    /**
     * Starts the runs that never started, by as few calls of the machine as possible. Returns the findings about the
     * runs that a cluster has accepted, or that have met a problem. If a look at a run fails here, a visit of that run
     * alone reports the problem.
     */
    Map<RunOrder, Visit> start(List<RunOrder> orders) {
        List<RunOrder> unclaimed = new ArrayList<>();
        Map<RunOrder, Visit> visits = new HashMap<>();
        try {
            for (RunOrder order : orders) {
                if (isUnclaimed(order)) {
                    unclaimed.add(order);
                }
            }
            Map<RunOrder, Problem> problems = launcher.startAll(unclaimed);
            for (RunOrder order : unclaimed) {
                if (problems.containsKey(order)) {
                    visits.put(order, met(order, problems.get(order)));
                } else if (launcher.given(order).isPresent()) {
                    visits.put(order, saw(order, RunSighting.Waiting.UNSEEN, false));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("{} runs: unexpected error; each is visited alone", unclaimed.size(), e);
        }
        return visits;
    }

    private boolean isUnclaimed(RunOrder order) throws InterruptedException {
        try {
            folders.create(order.name());
            return launcher.look(order) instanceof RunSighting.Unclaimed;
        } catch (ProblemException e) {
            LOG.debug("run {}: {}", order.name(), e.getMessage());
            return false;
        }
    }

    /**
     * The findings of a visit, or the problem of the visit.
     *
     * @param stopped whether no process of the run is left
     * @param cluster the cluster that has the run
     * @param hosts the hosts that the run has
     */
    record Visit(
            Optional<RunSighting> sighting,
            Optional<Problem> problem,
            boolean stopped,
            Optional<ClusterRun> cluster,
            List<RunHost> hosts) {
        static Visit met(Optional<Problem> problem, boolean stopped) {
            return new Visit(Optional.empty(), problem, stopped, Optional.empty(), List.of());
        }
    }

    private Visit saw(RunOrder order, RunSighting sighting, boolean stopped) {
        return new Visit(
                Optional.of(sighting), Optional.empty(), stopped, launcher.given(order), launcher.hosts(order));
    }

    /** Looks at the run, and starts or ends it. */
    Visit visit(RunOrder order, boolean end, Optional<JobToken> goesOnFrom) {
        try {
            folders.create(order.name());
            return end ? ended(order) : looked(order, goesOnFrom);
        } catch (ProblemException e) {
            return met(order, e.problem());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Visit.met(Optional.empty(), false);
        } catch (RuntimeException e) {
            LOG.error("run {}: unexpected error", order.name(), e);
            return met(order, Problem.of(ProblemCode.INTERNAL, "the launcher failed unexpectedly"));
        }
    }

    private Visit ended(RunOrder order) throws InterruptedException {
        launcher.kill(order);
        folders.seal(order.folder());
        RunSighting sighting = launcher.look(order);
        if (sighting instanceof RunSighting.Waiting waiting) {
            String why = waiting.stage() == ClusterStage.FETCHING
                    ? "the files of the run are being fetched from the cluster"
                    : "the cluster has not recorded the end of the run yet";
            return Visit.met(Optional.of(Problem.of(ProblemCode.CLUSTER_ENDING, why)), false);
        }
        return saw(order, sighting, true);
    }

    /**
     * Makes sure that a lost run never starts or goes on. If the cluster has told the cause of the end, that cause
     * counts.
     */
    private Visit lost(RunOrder order, RunSighting.Lost lost) throws InterruptedException {
        Visit ended = ended(order);
        return lost.cause().isEmpty() ? ended : saw(order, lost, true);
    }

    private Visit looked(RunOrder order, Optional<JobToken> goesOnFrom) throws InterruptedException {
        RunSighting sighting = launcher.look(order);
        if (sighting instanceof RunSighting.Unclaimed) {
            goesOnFrom.ifPresent(job -> checkpoints.bring(job, order));
            launcher.start(order);
            // That a cluster has accepted the run is recorded before the cluster is asked about the run.
            sighting = launcher.given(order).isPresent() ? RunSighting.Waiting.UNSEEN : launcher.look(order);
        }
        if (sighting instanceof RunSighting.Ended) {
            folders.seal(order.folder());
            return saw(order, sighting, true);
        }
        return sighting instanceof RunSighting.Lost lost ? lost(order, lost) : saw(order, sighting, false);
    }

    /** Handles a problem of a visit. Before a permanent problem fails the job, no process of the run may be left. */
    Visit met(RunOrder order, Problem problem) {
        if (problem.isOutage()) {
            return Visit.met(Optional.of(problem), false);
        }
        try {
            launcher.abandon(order);
            folders.seal(order.folder());
            return Visit.met(Optional.of(problem), true);
        } catch (ProblemException e) {
            LOG.warn("run {}: {}; {}", order.name(), problem.message(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.error("run {}: {}; unexpected error", order.name(), problem.message(), e);
        }
        return Visit.met(Optional.of(problem), false);
    }
}
