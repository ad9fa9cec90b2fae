package dev.slipway.run.slurm;

import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import dev.slipway.run.ClusterAnswers;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.GuardRecords;
import dev.slipway.run.Launcher;
import dev.slipway.run.OsAccount;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs programs on a cluster that Slurm manages. The service's note is in the run folder before a run is submitted.
 * Before a run with a note is submitted again, the service looks at the cluster for a job with the run's token as its
 * name. Even if the cluster gets the run twice, only one guard can claim the run folder, so the program runs once.
 */
public final class SlurmLauncher implements Launcher {
    private static final KillPoint CANCEL_CALLED = new KillPoint("end at cluster", "scancel called, not heard of");
    private static final KillPoint CANCELLED = new KillPoint("end at cluster", "scancel has answered");
    private static final KillPoint GONE = new KillPoint("end at cluster", "the cluster has no run, folder not claimed");
    private static final KillPoint CLAIMED = new KillPoint("end at cluster", "folder claimed");

    /** The time for which the thread of a cancel waits for the cluster; afterwards the job waits. */
    private static final long CANCEL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long CANCEL_LOOK_MILLIS = 100;

    private final ClusterSettings cluster;
    private final SlurmRuns runs;
    private final SlurmRequests requests;
    private final ClusterView view;
    private final SlurmSightings sightings;
    private final SlurmSubmissions submissions;
    private final Optional<ScratchRuns> scratch;
    private final Witness witness;
    private final ClusterProbe probe;

    /**
     * @param runs makes the folder, the command and the identity of a run
     * @param heard hears how the cluster answers questions for states and submissions, but not the answers of checks
     */
    public SlurmLauncher(
            ClusterSettings cluster, SlurmRuns runs, ClusterWay way, Witness witness, ClusterAnswers heard) {
        this.cluster = cluster;
        this.runs = runs;
        this.requests = way.requests();
        this.witness = witness;
        this.probe = new ClusterProbe(cluster, way);
        this.view = new ClusterView(cluster, way, runs.clock(), System::nanoTime, heard);
        this.sightings = new SlurmSightings(cluster, requests, view, System::nanoTime, this::cancelled);
        this.scratch = way.scratch().map(folder -> new ScratchRuns(cluster, folder, runs.storage(), witness));
        this.submissions = new SlurmSubmissions(
                new SlurmSubmissions.Target(cluster, runs, requests, scratch), view, sightings, witness, heard);
    }

    @Override
    public List<KillPoint> killPoints() {
        Stream<KillPoint> own = Stream.concat(
                SlurmSubmissions.killPoints().stream(), Stream.of(CANCEL_CALLED, CANCELLED, GONE, CLAIMED));
        List<KillPoint> moves =
                scratch.map(folders -> folders.files().killPoints()).orElse(List.of());
        return Stream.concat(own, moves.stream()).toList();
    }

    @Override
    public String machine(RunOrder order) {
        return cluster.name();
    }

    @Override
    public List<Problem> obstacles(String partition, String submitter, LaunchRequest request) {
        return runs.obstacles(submitter, request);
    }

    @Override
    public List<Problem> trial(RunOrder order) throws InterruptedException {
        try {
            return requests.trial(runs.options(order), runs.account(order));
        } catch (ProblemException e) {
            return List.of(e.problem());
        }
    }

    @Override
    public Optional<Problem> check(String name) throws InterruptedException {
        Optional<Problem> found = probe.ask();
        if (found.filter(Problem::isOutage).isEmpty()) {
            view.answered();
        }
        return found;
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        return new LaunchPlan(runs.told(order), "cluster " + cluster.name());
    }

    @Override
    public void start(RunOrder order) throws InterruptedException {
        Problem problem = startAll(List.of(order)).get(order);
        if (problem != null) {
            throw new ProblemException(problem);
        }
    }

    /**
     * Returns false for a cluster with a scratch folder, because the files of each run are sent before the submission.
     */
    @Override
    public boolean startsTogether(RunOrder order) {
        return scratch.isEmpty();
    }

    @Override
    public Map<RunOrder, Problem> startAll(List<RunOrder> orders) throws InterruptedException {
        return submissions.submit(orders);
    }

    /** Returns the second folders of runs, for a run that has one. */
    private ScratchRuns folders(RunOrder order, ClusterNote note) {
        return ScratchRuns.of(scratch, cluster, order, note);
    }

    @Override
    public Optional<ClusterRun> given(RunOrder order) {
        return ClusterNote.given(order.folder());
    }

    @Override
    public RunSighting look(RunOrder order) throws InterruptedException {
        Optional<ClusterNote> note = ClusterNote.read(order.folder());
        return note.filter(ClusterNote::isAway).isPresent()
                ? folders(order, note.get()).look(order, note.get(), () -> sightings.of(order, note))
                : sightings.of(order, note);
    }

    @Override
    public boolean hasNews(RunOrder order) {
        Optional<ScratchRuns> moving = scratch.filter(folders -> folders.isMoving(order.name()));
        if (moving.isPresent()) {
            return moving.get().hasMoved(order.name());
        }
        return sightings.hasNews(order);
    }

    @Override
    public void kill(RunOrder order) throws InterruptedException {
        Optional<ClusterNote> note = ClusterNote.read(order.folder());
        if (note.isEmpty()) {
            return;
        }
        if (note.get().isAt(ClusterNote.Stage.SENDING)) {
            folders(order, note.get()).drop(order, note.get());
        }
        if (note.get().isAt(ClusterNote.Stage.SENDING) || note.get().isAt(ClusterNote.Stage.REMOVED)) {
            // The cluster has no job of the run, and need not be asked.
            sightings.ended(order.name(), note.get(), List.of());
            return;
        }
        if (scratch.filter(folders -> folders.isOver(order.name())).isPresent()) {
            return;
        }
        cancel(order, note.get());
        witness.passes(GONE);
        if (note.get().isAt(ClusterNote.Stage.SENT)) {
            folders(order, note.get()).renew(order, note.get());
        }
        for (List<String> end : runs.ends(order, note.get().there(order))) {
            end(order, note.get(), end);
        }
        witness.passes(CLAIMED);
    }

    @Override
    public void abandon(RunOrder order) throws InterruptedException {
        kill(order);
        Optional<ClusterNote> note = ClusterNote.read(order.folder()).filter(ClusterNote::isAway);
        if (note.isPresent()) {
            folders(order, note.get()).drop(order, note.get());
        }
    }

    @Override
    public void close() {
        submissions.close();
        scratch.ifPresent(ScratchRuns::close);
    }

    /** Cancels every job of this name, and waits until the cluster says that none of them goes on. */
    private void cancel(RunOrder order, ClusterNote note) throws InterruptedException {
        OsAccount account = note.account();
        List<String> names = List.of(note.name(order.name()));
        long end = System.nanoTime() + CANCEL_NANOS;
        Set<String> told = new HashSet<>();
        List<SlurmJob> jobs = view.queued(names, account);
        List<SlurmJob> going = going(jobs);
        while (!going.isEmpty()) {
            List<String> numbers =
                    going.stream().map(SlurmJob::number).filter(told::add).toList();
            if (!numbers.isEmpty()) {
                cancelled(numbers, account);
            }
            if (System.nanoTime() > end) {
                throw new ProblemException(Problem.of(
                        ProblemCode.CLUSTER_ENDING,
                        "cluster " + cluster.name() + " has not ended its job "
                                + going.get(0).number() + " yet, which is in state "
                                + going.get(0).word()));
            }
            TimeUnit.MILLISECONDS.sleep(CANCEL_LOOK_MILLIS);
            jobs = view.queued(names, account);
            going = going(jobs);
        }
        sightings.ended(order.name(), note, jobs);
    }

    private static List<SlurmJob> going(List<SlurmJob> jobs) {
        return jobs.stream().filter(job -> !job.state().isOver()).toList();
    }

    private void cancelled(List<String> numbers, OsAccount account) throws InterruptedException {
        requests.cancel(numbers, account, () -> witness.passes(CANCEL_CALLED));
        witness.passes(CANCELLED);
    }

    /**
     * Claims or closes the folder, so that a batch script which the cluster still has cannot start the program.
     */
    private void end(RunOrder order, ClusterNote note, List<String> command) throws InterruptedException {
        ClusterAnswer answer = requests.guard(command, note.account());
        if (answer.status() == GuardRecords.FULL) {
            throw new ProblemException(
                    new Problem(ProblemCode.STORAGE_FULL, "no space for the records of the run", answer.err()));
        }
        if (!answer.well() && (!note.isAway() || !folders(order, note).isGone(order, note))) {
            throw new ProblemException(new Problem(
                    ProblemCode.INTERNAL,
                    "the guard program could not claim run " + order.name() + " (exit status " + answer.status() + ")",
                    answer.err()));
        }
    }
}
