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
import dev.slipway.run.ClusterStage;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    private final CommonStarts together;
    private final RunWatch watch;
    private final RunVerdict verdict;
    private final AwayClusters away;
    private final Runnable turns;
    private final Gathered<Finding> found;

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
        this.together = new CommonStarts(loop, runners, this::visitTogether);
        this.watch = pace.watch();
        this.verdict = new RunVerdict(partitions);
        this.away = new AwayClusters(loop, job -> launcher.machine(orders.of(job)));
        this.turns = pace.turns();
        this.found = new Gathered<>(loop, Finding::work, JobState.RUNNING, this::record, this::goOn);
    }

    /** Returns the clusters that do not answer. */
    AwayClusters away() {
        return away;
    }

    /**
     * Returns the intent to launch the ready job that is next in turn, or the reason why the job can never be launched;
     * both are to be recorded. If the machines of the partition have no room for the run now, returns no event, and the
     * job and the jobs behind wait.
     */
    Optional<JobEvent> intent(OpenJob work) {
        RunOrder order = orders.of(work.job());
        Optional<Problem> obstacle = partitions.obstacle(order.partition(), order.request());
        if (obstacle.isPresent()) {
            return Optional.of(new JobEvent.Failed(JobState.READY, obstacle.get()));
        }
        if (!launcher.reserve(order)) {
            loop.noRoom(order.partition());
            return Optional.empty();
        }
        JobEvent event;
        try {
            event = intended(work.job(), order);
        } catch (JournalUnavailable e) {
            // The problem does not concern the job, which gets another turn.
            launcher.release(order);
            throw e;
        } catch (ProblemException e) {
            launcher.release(order);
            event = new JobEvent.Failed(JobState.READY, e.problem());
        }
        loop.room(launcher.freeSlots());
        return Optional.of(event);
    }

    private JobEvent intended(Job job, RunOrder order) {
        Launcher.LaunchPlan plan = launcher.plan(order);
        return new JobEvent.LaunchIntended(
                plan.argv(),
                plan.host(),
                order.folder().root().toString(),
                partitions.cut(order.partition(), order.request()),
                checkpoints.source(job));
    }

    /** Takes back an intent that was not recorded. */
    void withdraw(OpenJob work) {
        launcher.release(orders.of(work.job()));
        loop.room(launcher.freeSlots());
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
        Optional<CommonStarts.Line> line = goesOnFrom.isPresent() ? Optional.empty() : line(job, order);
        if (line.isPresent()) {
            work.busy(true);
            together.add(line.get(), new CommonStarts.Ready(work, order));
        } else {
            visitSoon(work, order, () -> visits.visit(order, end, goesOnFrom));
        }
    }

    /** Returns the line of a run that can start together with other runs of the same user; empty for any other run. */
    private Optional<CommonStarts.Line> line(Job job, RunOrder order) {
        boolean starts = launcher.startsTogether(order)
                && job.cluster().isEmpty()
                && job.cancelRequestedBy().isEmpty();
        return starts
                ? Optional.of(new CommonStarts.Line(launcher.machine(order), order.partition(), order.submitter()))
                : Optional.empty();
    }

    private void visitSoon(OpenJob work, RunOrder order, Supplier<Visit> look) {
        work.busy(true);
        runners.apply(launcher.machine(order)).execute(() -> found.add(List.of(new Finding(work, order, look.get()))));
    }

    private void visitTogether(List<CommonStarts.Ready> some) {
        Map<RunOrder, Visit> started =
                visits.start(some.stream().map(CommonStarts.Ready::order).toList());
        List<Finding> findings = new ArrayList<>();
        for (CommonStarts.Ready one : some) {
            RunOrder order = one.order();
            Visit visit = started.get(order);
            findings.add(new Finding(
                    one.work(), order, visit == null ? visits.visit(order, false, Optional.empty()) : visit));
        }
        found.add(findings);
    }

    /** The findings of a visit. */
    private record Finding(OpenJob work, RunOrder order, Visit visit) {}

    /**
     * Records what was found about runs of jobs that were RUNNING until now. Of other jobs, the journal already has the
     * end of the run.
     */
    private void record(List<Finding> running) {
        if (loop.room(launcher.freeSlots())) {
            turns.run();
        }
        running.forEach(this::heard);
        record(running, this::given);
        record(running, this::seen);
    }

    /** Takes note of whether the machine of the run answers. */
    private void heard(Finding one) {
        String machine = launcher.machine(one.order());
        one.visit().problem().ifPresent(problem -> away.met(machine, problem));
        one.visit().sighting().ifPresent(seen -> away.answered(machine));
    }

    private void record(List<Finding> some, Function<Finding, List<JobEvent>> events) {
        Map<OpenJob, List<JobEvent>> changes = new LinkedHashMap<>();
        some.forEach(one -> changes.put(one.work(), events.apply(one)));
        loop.record(changes);
    }

    /** Returns the events of a run that a cluster has accepted, or that has got hosts. */
    private List<JobEvent> given(Finding one) {
        Job job = one.work().job();
        Visit visit = one.visit();
        List<JobEvent> events = new ArrayList<>();
        visit.cluster()
                .filter(run -> job.cluster().filter(at -> at.run().equals(run)).isEmpty())
                .ifPresent(run -> events.add(new JobEvent.ClusterAccepted(run)));
        if (!visit.hosts().isEmpty() && !visit.hosts().equals(job.hosts())) {
            events.add(new JobEvent.HostsGiven(visit.hosts()));
        }
        return events;
    }

    /**
     * Returns the events of a run that was seen at another stage, or that is over. The stage ENDING is recorded only if
     * two looks in a row see it, because most runs have ended by the second look.
     */
    private List<JobEvent> seen(Finding one) {
        OpenJob work = one.work();
        RunSighting sighting = one.visit().sighting().orElse(null);
        if (sighting instanceof RunSighting.Running running) {
            work.progress(running.progress());
            return seen(
                    work, Optional.empty(), running.restarts() == 0 ? "" : RunSighting.restarts(running.restarts()));
        }
        if (sighting instanceof RunSighting.Waiting waiting) {
            work.expected(waiting.expected());
            boolean first = isEnding(sighting) && !work.wasEnding();
            return first ? List.of() : seen(work, Optional.of(waiting.stage()), waiting.reason());
        }
        return sighting != null && one.visit().stopped()
                ? over(verdict.events(work.job(), one.order().folder(), sighting), work.job())
                : List.of();
    }

    private static boolean isEnding(RunSighting sighting) {
        return sighting instanceof RunSighting.Waiting waiting && waiting.stage() == ClusterStage.ENDING;
    }

    /** Adds the end of stage-out to the events of a run that is over, if the job has no step of stage-out. */
    private static List<JobEvent> over(List<JobEvent> events, Job job) {
        if (!job.request().stageOut().isEmpty()) {
            return events;
        }
        List<JobEvent> all = new ArrayList<>(events);
        all.add(new JobEvent.StagedOut());
        return all;
    }

    /** Goes on with a job after the findings about its run were recorded. */
    private void goOn(Finding one) {
        OpenJob work = one.work();
        Optional<RunSighting> sighting = one.visit().sighting();
        if (sighting.isEmpty()) {
            troubled(work, one.order(), one.visit());
        } else if (sighting.get() instanceof RunSighting.Running || sighting.get() instanceof RunSighting.Waiting) {
            // A look counts once its events are recorded, because the events of one look may be asked for twice.
            work.ending(isEnding(sighting.get()));
            goesOn(work, one.order());
        } else if (one.visit().stopped()) {
            loop.advance(work.token());
        } else {
            loop.pause(work);
        }
    }

    /**
     * Returns the event of a run at a cluster that was seen in another stage, or with another reason. An unknown stage
     * is not recorded. After many reasons, further reasons are not recorded, so that a long wait does not fill the
     * journal.
     */
    private static List<JobEvent> seen(OpenJob work, Optional<ClusterStage> stage, String reason) {
        Optional<Job.AtCluster> before = work.job().cluster();
        if (before.isEmpty() || stage.equals(Optional.of(ClusterStage.UNKNOWN))) {
            return List.of();
        }
        boolean moved = !before.get().stage().equals(stage);
        boolean other = !before.get().reason().equals(Printable.line(reason));
        return moved || other && work.mayTellReason()
                ? List.of(new JobEvent.ClusterStageSeen(stage, reason))
                : List.of();
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
