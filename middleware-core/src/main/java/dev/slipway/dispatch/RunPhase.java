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
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.StreamApplication;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.Launcher;
import dev.slipway.run.OutputTail;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunReport;
import dev.slipway.run.RunSighting;
import java.nio.file.Path;
import java.util.ArrayList;
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

    /** SIGXFSZ of Linux. Open MPI reports the signal of a rank as a shell does, with 128 added. */
    static final int FILE_SIZE_SIGNAL = 25;

    private final Loop loop;
    private final Launcher launcher;
    private final RunFolders folders;
    private final CheckpointFolders checkpoints;
    private final Partitions partitions;
    private final RunOrders orders;
    private final Function<String, Executor> runners;
    private final RunWatch watch;
    private final AwayClusters away;

    /** @param runners the threads for the calls of a launcher, by the name of the machine that answers them */
    RunPhase(
            Loop loop,
            Effects effects,
            CheckpointFolders checkpoints,
            Partitions partitions,
            Function<String, Executor> runners,
            RunWatch watch) {
        this.loop = loop;
        this.launcher = effects.launcher();
        this.folders = effects.folders();
        this.checkpoints = checkpoints;
        this.partitions = partitions;
        this.orders = new RunOrders(folders, partitions);
        this.runners = runners;
        this.watch = watch;
        this.away = new AwayClusters(loop, job -> launcher.machine(orders.of(job)));
    }

    /** Returns the clusters that do not answer. */
    AwayClusters away() {
        return away;
    }

    /** Records the intent to launch a ready job whose turn has come, or the reason why it can never be launched. */
    void intend(OpenJob work) {
        try {
            RunOrder order = orders.of(work.job());
            Launcher.LaunchPlan plan = launcher.plan(order);
            loop.record(
                    work,
                    new JobEvent.LaunchIntended(
                            plan.argv(),
                            plan.host(),
                            order.folder().root().toString(),
                            partitions.cut(work.job().acceptance().partition(), order.request()),
                            checkpoints.source(work.job())));
        } catch (JournalUnavailable e) {
            // The problem does not concern the job itself, whose turn comes again.
            throw e;
        } catch (ProblemException e) {
            loop.record(work, new JobEvent.Failed(JobState.READY, e.problem()));
        }
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
     */
    private record Visit(
            Optional<RunSighting> sighting, Optional<Problem> problem, boolean stopped, Optional<ClusterRun> cluster) {
        static Visit met(Optional<Problem> problem, boolean stopped) {
            return new Visit(Optional.empty(), problem, stopped, Optional.empty());
        }
    }

    private Visit saw(RunOrder order, RunSighting sighting, boolean stopped) {
        return new Visit(Optional.of(sighting), Optional.empty(), stopped, launcher.given(order));
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
        if (work.job().state() != JobState.RUNNING) {
            return;
        }
        visit.problem().ifPresent(problem -> away.met(launcher.machine(order), problem));
        visit.sighting().ifPresent(seen -> away.answered(launcher.machine(order)));
        visit.cluster().ifPresent(run -> accepted(work, run));
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
                    verdict(work.job(), order.folder(), visit.sighting().get()).toArray(JobEvent[]::new));
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

    private String limit(Job job) {
        return partitions.limit(job.acceptance().partition(), job.request().launch());
    }

    private List<JobEvent> verdict(Job job, RunFolder folder, RunSighting sighting) {
        List<JobEvent> events = new ArrayList<>();
        Optional<Problem> problem = Optional.empty();
        if (sighting instanceof RunSighting.Ended ended) {
            events.add(new JobEvent.RunEnded(ended.report(), ended.progress()));
            problem = problem(job, folder, ended);
        } else if (sighting instanceof RunSighting.Lost lost) {
            problem = lost.cause()
                    .or(() -> Optional.of(Problem.of(ProblemCode.RUN_LOST, "nobody knows how the run ended")));
        }
        if (job.cancelRequestedBy().isPresent()) {
            events.add(new JobEvent.Cancelled(job.cancelRequestedBy().get()));
        } else {
            problem.ifPresent(one -> events.add(new JobEvent.Failed(JobState.RUNNING, one)));
        }
        return events;
    }

    private Optional<Problem> problem(Job job, RunFolder folder, RunSighting.Ended ended) {
        RunReport report = ended.report();
        String program = job.request().launch().application().title();
        if (report.reason().equals("quota")) {
            return Optional.of(Problem.of(
                    ProblemCode.RUN_QUOTA,
                    program + " passed its quota: " + ended.error().orElse("its folder is too large")));
        }
        if (report.reason().equals("memory")) {
            return Optional.of(memory(job, ended));
        }
        if (ended.error().isPresent() || report.reason().equals("not-started")) {
            return Optional.of(new Problem(
                    ProblemCode.LAUNCH_FAILED,
                    "the run of " + program + " could not be started",
                    ended.error().orElse("")));
        }
        String tail = OutputTail.lines(
                folder.files(), Path.of(job.request().launch().stderr().value()));
        if (report.reason().equals("wall-time")) {
            return Optional.of(new Problem(
                    ProblemCode.WALL_TIME, program + " was ended at its limit on elapsed time, " + limit(job), tail));
        }
        if (report.reason().equals("exited") && report.exitStatus() == 0 && report.signal() == 0) {
            return Optional.empty();
        }
        if (ended.cause().isPresent()) {
            return ended.cause();
        }
        if (report.reason().equals("killed") && report.started().equals(report.ended())) {
            // The service ended the run: its launch had failed, and the service stopped before it could record the
            // failure.
            return Optional.of(
                    Problem.of(ProblemCode.LAUNCH_FAILED, "the run of " + program + " was ended before it began"));
        }
        if (report.reason().equals("killed")) {
            return Optional.of(new Problem(
                    ProblemCode.RUN_LOST, "the run of " + program + " was killed from outside of Slipway", tail));
        }
        return Optional.of(failure(job, report, tail));
    }

    /** Describes the failure of a program that ended by itself. */
    private static Problem failure(Job job, RunReport report, String tail) {
        String program = job.request().launch().application().title();
        Optional<StreamEnding> stream = job.request().launch().application() instanceof StreamApplication
                ? StreamEnding.in(tail)
                : Optional.empty();
        if (report.signal() == FILE_SIZE_SIGNAL
                || report.exitStatus() == 128 + FILE_SIZE_SIGNAL
                || stream.filter(StreamEnding::byFileSize).isPresent()) {
            return new Problem(
                    ProblemCode.RUN_QUOTA, program + " was ended: a file of it grew beyond what a job may have", tail);
        }
        if (stream.isPresent()) {
            return new Problem(
                    ProblemCode.PROGRAM_FAILED,
                    program + " ended because " + stream.get().cause(),
                    stream.get().otherLines());
        }
        String how = report.signal() != 0
                ? " was ended by signal " + report.signal()
                : " ended with exit status " + report.exitStatus();
        return new Problem(ProblemCode.PROGRAM_FAILED, program + how, tail);
    }

    private Problem memory(Job job, RunSighting.Ended ended) {
        LaunchRequest launch = job.request().launch();
        String limit =
                partitions.memoryLimit(job.acceptance().partition(), launch).orElse("which has changed since");
        return new Problem(
                ProblemCode.RUN_MEMORY,
                launch.application().title() + " was ended at its limit on memory, " + limit,
                ended.error().orElse(""));
    }
}
