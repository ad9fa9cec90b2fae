package dev.slipway.dispatch;

import dev.slipway.dispatch.RunVisits.Visit;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Takes a job from READY to the end of its run. Every visit looks for a run first, and starts one only if no run was
 * ever started. So visits may come at any rate and after any crash.
 */
final class RunPhase {
    private final Loop loop;
    private final Launcher launcher;
    private final RunFolders folders;
    private final CheckpointFolders checkpoints;
    private final Partitions partitions;
    private final RunOrders orders;
    private final Function<String, Executor> runners;
    private final RunVisits visits;
    private final SweepStarts together;
    private final RunWatch watch;
    private final RunVerdict verdict;
    private final AwayClusters away;
    private final Runnable turns;

    /**
     * Decides when runs are looked at and launched.
     *
     * @param watch looks at runs under way
     * @param turns soon launches the jobs that are next in turn
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
        this.visits = new RunVisits(launcher, folders, checkpoints);
        this.together = new SweepStarts(loop, runners, this::visitTogether);
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
     * Records the intent to launch the ready job that is next in turn, or the reason why the job can never be launched.
     * If the machines of the partition have no room for the run now, the job and the jobs behind wait.
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
        Optional<SweepStarts.Line> line = goesOnFrom.isPresent() ? Optional.empty() : line(job, order);
        if (line.isPresent()) {
            work.busy(true);
            together.add(line.get(), new SweepStarts.Ready(work, order));
        } else {
            visitSoon(work, order, () -> visits.visit(order, end, goesOnFrom));
        }
    }

    /** Returns the line of a run that can start together with other runs of the same sweep; empty for any other run. */
    private Optional<SweepStarts.Line> line(Job job, RunOrder order) {
        boolean starts = launcher.startsTogether(order)
                && job.cluster().isEmpty()
                && job.cancelRequestedBy().isEmpty();
        return job.acceptance()
                .membership()
                .filter(member -> starts)
                .map(member -> new SweepStarts.Line(launcher.machine(order), order.partition(), member.group()));
    }

    private void visitSoon(OpenJob work, RunOrder order, Supplier<Visit> look) {
        work.busy(true);
        runners.apply(launcher.machine(order)).execute(() -> visited(work, order, look.get()));
    }

    private void visitTogether(List<SweepStarts.Ready> some) {
        Map<RunOrder, Visit> started =
                visits.start(some.stream().map(SweepStarts.Ready::order).toList());
        for (SweepStarts.Ready one : some) {
            RunOrder order = one.order();
            Visit visit = started.get(order);
            visited(one.work(), order, visit == null ? visits.visit(order, false, Optional.empty()) : visit);
        }
    }

    /** Takes up the findings of a visit on the loop's thread. */
    private void visited(OpenJob work, RunOrder order, Visit visit) {
        loop.post(work.token(), () -> {
            work.busy(false);
            loop.find(work.token());
            take(work, order, visit);
        });
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
            seen(work, Optional.empty(), running.restarts() == 0 ? "" : RunSighting.restarts(running.restarts()));
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
        visitSoon(work, order, () -> visits.met(order, problem));
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
