package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.Printable;
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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a job from READY to the end of its run. Every visit looks for a run first, and starts one only if no run was
 * ever started. So visits may come at any rate and after any crash.
 */
final class RunPhase {
    private static final Logger LOG = LoggerFactory.getLogger(RunPhase.class);

    private final Loop loop;
    private final Launcher launcher;
    private final RunFolders folders;
    private final CheckpointFolders checkpoints;
    private final Partitions partitions;
    private final RunOrders orders;
    private final Function<String, Executor> runners;
    private final RunWatch watch;
    private final RunVerdict verdict;
    private final AwayClusters away;
    private final Runnable turns;

    /**
     * Decides when runs are looked at and launched.
     *
     * @param watch looks at runs under way
     * @param turns launches the jobs whose turns have come, soon
     */
    record Pace(RunWatch watch, Runnable turns) {}

    /**
     * @param runners the threads for the calls of a launcher, by the name of the machine that answers them
     * @param pace decides when runs are looked at and launched
     */
    RunPhase(
            Loop loop,
            Effects effects,
            CheckpointFolders checkpoints,
            Partitions partitions,
            Function<String, Executor> runners,
            Pace pace) {
        this.loop = loop;
        this.launcher = effects.launcher();
        this.folders = effects.folders();
        this.checkpoints = checkpoints;
        this.partitions = partitions;
        this.orders = new RunOrders(folders, partitions);
        this.runners = runners;
        this.watch = pace.watch();
        this.verdict = new RunVerdict(partitions);
        this.away = new AwayClusters(loop, job -> launcher.machine(orders.of(job)));
        this.turns = pace.turns();
    }

    /** Returns the clusters that do not answer. */
    AwayClusters away() {
        return away;
    }

    /**
     * Records the intent to launch a ready job whose turn has come, or the reason why it can never be launched. Leaves
     * the job waiting, and with it the jobs behind, if the machines of the partition have no room for the run now.
     */
    void intend(OpenJob work) {
        RunOrder order = orders.of(work.job());
        if (!launcher.reserve(order)) {
            loop.noRoom(order.partition());
            return;
        }
        try {
            record(work, order);
        } catch (JournalUnavailable e) {
            // The problem does not concern the job itself, whose turn comes again.
            launcher.release(order);
            throw e;
        } catch (ProblemException e) {
            launcher.release(order);
            loop.record(work, new JobEvent.Failed(JobState.READY, e.problem()));
        }
        loop.room(launcher.freeSlots());
    }

    private void record(OpenJob work, RunOrder order) {
        Launcher.LaunchPlan plan = launcher.plan(order);
        loop.record(
                work,
                new JobEvent.LaunchIntended(
                        plan.argv(),
                        plan.host(),
                        order.folder().root().toString(),
                        partitions.cut(work.job().acceptance().partition(), order.request()),
                        checkpoints.source(work.job())));
    }

    /** Starts, finds or ends the run, and schedules the next look. */
    void advance(OpenJob work) {
        Job job = work.job();
        if (work.busy() || work.waiting() && job.cancelRequestedBy().isEmpty()) {
            return;
        }
        RunOrder order = orders.of(job);
        boolean end = job.cancelRequestedBy().isPresent();
        Optional<JobToken> goesOnFrom = job.launch().flatMap(JobEvent.LaunchIntended::checkpointOf);
        visitSoon(work, order, () -> visit(order, end, goesOnFrom));
    }

    private void visitSoon(OpenJob work, RunOrder order, Supplier<Visit> look) {
        work.busy(true);
        runners.apply(launcher.machine(order)).execute(() -> {
            Visit visit = look.get();
            loop.post(work.token(), () -> {
                work.busy(false);
                loop.find(work.token());
                take(work, order, visit);
            });
        });
    }

    /**
     * The findings of a visit, or its problem.
     *
     * @param stopped whether no process of the run is left
     * @param cluster the cluster that has the run
     * @param hosts the hosts that the run has
     */
    private record Visit(
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

    private Visit visit(RunOrder order, boolean end, Optional<JobToken> goesOnFrom) {
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

    /** Makes sure that a lost run never starts or goes on. The cluster's word on its end counts, if there is one. */
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
    private Visit met(RunOrder order, Problem problem) {
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

    private void take(OpenJob work, RunOrder order, Visit visit) {
        if (loop.room(launcher.freeSlots())) {
            turns.run();
        }
        if (work.job().state() != JobState.RUNNING) {
            return;
        }
        visit.problem().ifPresent(problem -> away.met(launcher.machine(order), problem));
        visit.sighting().ifPresent(seen -> away.answered(launcher.machine(order)));
        visit.cluster().ifPresent(run -> accepted(work, run));
        if (!visit.hosts().isEmpty() && !visit.hosts().equals(work.job().hosts())) {
            loop.record(work, new JobEvent.HostsGiven(visit.hosts()));
        }
        if (visit.sighting().isEmpty()) {
            troubled(work, order, visit);
        } else if (visit.sighting().get() instanceof RunSighting.Running running) {
            work.progress(running.progress());
            seen(work, Optional.empty(), "");
            goesOn(work, order);
        } else if (visit.sighting().get() instanceof RunSighting.Waiting waiting) {
            work.expected(waiting.expected());
            seen(work, Optional.of(waiting.stage()), waiting.reason());
            goesOn(work, order);
        } else if (visit.stopped()) {
            loop.record(
                    work,
                    verdict.events(work.job(), order.folder(), visit.sighting().get())
                            .toArray(JobEvent[]::new));
            loop.advance(work.token());
        } else {
            loop.pause(work);
        }
    }

    private void accepted(OpenJob work, ClusterRun run) {
        if (work.job().cluster().filter(one -> one.run().equals(run)).isEmpty()) {
            loop.record(work, new JobEvent.ClusterAccepted(run));
        }
    }

    /**
     * Records that a run at a cluster was seen in another stage, or with another reason. An unknown stage is not
     * recorded. After many reasons, further reasons are not recorded, so that a long wait does not fill the journal.
     */
    private void seen(OpenJob work, Optional<ClusterStage> stage, String reason) {
        Optional<Job.AtCluster> before = work.job().cluster();
        if (before.isEmpty() || stage.equals(Optional.of(ClusterStage.UNKNOWN))) {
            return;
        }
        boolean moved = !before.get().stage().equals(stage);
        boolean other = !before.get().reason().equals(Printable.line(reason));
        if (moved || other && work.mayTellReason()) {
            loop.record(work, new JobEvent.ClusterStageSeen(stage, reason));
        }
    }

    private void goesOn(OpenJob work, RunOrder order) {
        loop.unblock(work);
        if (work.job().cancelRequestedBy().isEmpty()) {
            watch.later(work, order);
        } else {
            loop.advance(work.token());
        }
    }

    /**
     * Gives up after an outage that lasted too long. As with any other problem, the job fails once no process of its
     * run is left.
     */
    private void giveUp(OpenJob work, RunOrder order, Problem problem) {
        visitSoon(work, order, () -> met(order, problem));
    }

    private void troubled(OpenJob work, RunOrder order, Visit visit) {
        Optional<Problem> problem = visit.problem();
        boolean outage = problem.isPresent() && problem.get().isOutage();
        Optional<Problem> givenUp = problem.filter(one -> outage).flatMap(one -> loop.tooLong(work, one));
        if (givenUp.isPresent()) {
            giveUp(work, order, givenUp.get());
        } else if (outage) {
            loop.block(work, problem.get());
        } else if (problem.isPresent() && visit.stopped()) {
            loop.record(work, decided(work.job(), problem.get()));
            loop.advance(work.token());
        } else if (problem.isPresent()) {
            // A process of the run may be left: the job cannot be decided yet, and reports the reason.
            loop.block(work, problem.get());
        } else {
            loop.pause(work);
        }
    }

    private static JobEvent decided(Job job, Problem problem) {
        return job.cancelRequestedBy()
                .<JobEvent>map(JobEvent.Cancelled::new)
                .orElseGet(() -> new JobEvent.Failed(JobState.RUNNING, problem));
    }
}
