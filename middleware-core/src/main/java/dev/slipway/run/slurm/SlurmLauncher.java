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
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
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
    private static final KillPoint WRITTEN =
            new KillPoint("submit", "what the run reads is written, folder not handed over");
    private static final KillPoint NOTED = new KillPoint("submit", "noted that the cluster may get the run");
    private static final KillPoint SUBMIT_CALLED = new KillPoint("submit", "sbatch called, not heard of");
    private static final KillPoint SUBMITTED = new KillPoint("submit", "sbatch has answered, number not noted");
    private static final KillPoint NUMBERED = new KillPoint("submit", "number of the run noted");
    private static final KillPoint CANCEL_CALLED = new KillPoint("end at cluster", "scancel called, not heard of");
    private static final KillPoint CANCELLED = new KillPoint("end at cluster", "scancel has answered");
    private static final KillPoint GONE = new KillPoint("end at cluster", "the cluster has no run, folder not claimed");
    private static final KillPoint CLAIMED = new KillPoint("end at cluster", "folder claimed");

    /** The time for which the thread of a cancel waits for the cluster; afterwards the job waits. */
    private static final long CANCEL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long CANCEL_LOOK_MILLIS = 100;
    private static final int GUARD_FULL = 5;

    private final ClusterSettings cluster;
    private final SlurmRuns runs;
    private final SlurmRequests requests;
    private final ClusterView view;
    private final SlurmSightings sightings;
    private final Optional<ScratchRuns> scratch;
    private final Witness witness;
    private final ClusterProbe probe;
    private final ClusterAnswers heard;

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
        this.heard = heard;
        this.view = new ClusterView(cluster, way, runs.clock(), System::nanoTime, heard);
        this.sightings = new SlurmSightings(cluster, requests, view, System::nanoTime, this::cancelled);
        this.scratch = way.scratch().map(folder -> new ScratchRuns(cluster, folder, runs.storage(), witness));
    }

    @Override
    public List<KillPoint> killPoints() {
        List<KillPoint> own =
                List.of(WRITTEN, NOTED, SUBMIT_CALLED, SUBMITTED, NUMBERED, CANCEL_CALLED, CANCELLED, GONE, CLAIMED);
        List<KillPoint> moves =
                scratch.map(folders -> folders.files().killPoints()).orElse(List.of());
        return Stream.concat(own.stream(), moves.stream()).toList();
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
        if (GuardRecords.claimed(order.folder().guard())) {
            return;
        }
        if (!view.mayTry()) {
            view.refuse();
        }
        Optional<ClusterNote> before = ClusterNote.read(order.folder());
        ClusterNote note = before.isPresent() ? sought(order, before.get()) : prepared(order);
        if (note.isAt(ClusterNote.Stage.SENDING)) {
            Optional<ClusterNote> sent = folders(order, note).sent(order, note);
            if (sent.isPresent()) {
                submit(order, sent.get());
            }
        } else if (note.number().isEmpty()) {
            submit(order, note);
        }
    }

    /** Returns the second folders of runs, for a run that has one. */
    private ScratchRuns folders(RunOrder order, ClusterNote note) {
        ScratchRuns folders = scratch.orElseThrow(() -> ScratchRuns.elsewhere(order, cluster));
        folders.require(order, note);
        return folders;
    }

    /** Returns the order with the run folder as the hosts of the cluster see it. */
    private static RunOrder there(RunOrder order, Optional<ClusterNote.Away> away) {
        return away.map(folder -> order.in(new RunFolder(folder.folder()))).orElse(order);
    }

    /**
     * Makes the folder ready, and writes the note that the cluster may get the run from now on. The user of the run
     * cannot enter the folder before the note is written. So after a crash before the note, only the service has
     * written to the folder.
     */
    private ClusterNote prepared(RunOrder order) {
        OsAccount account = runs.account(order);
        Optional<ClusterNote.Away> away = scratch.map(folders -> folders.away(order));
        runs.write(order, there(order, away));
        witness.passes(WRITTEN);
        if (away.isEmpty()) {
            runs.handOver(order, account);
        }
        ClusterNote note = new ClusterNote(cluster.name(), account, Optional.empty(), away);
        note.write(order.folder());
        witness.passes(NOTED);
        return note;
    }

    /** Returns the note: with the number of the run if the cluster has the run, otherwise without a number. */
    private ClusterNote sought(RunOrder order, ClusterNote note) throws InterruptedException {
        if (note.isAt(ClusterNote.Stage.SENDING)) {
            return note;
        }
        if (note.isAt(ClusterNote.Stage.REMOVED)) {
            // The run never began, and its folder was removed before a crash.
            ClusterNote anew = note.numbered(Optional.empty()).at(ClusterNote.Stage.SENDING);
            anew.write(order.folder());
            return anew;
        }
        Optional<String> found = view.queued(List.of(order.name()), note.account()).stream()
                .filter(job -> !job.state().isOver())
                .map(SlurmJob::number)
                .findFirst();
        ClusterNote now = note.numbered(found);
        if (found.isPresent()) {
            now.write(order.folder());
            sightings.submitted(order.name());
        }
        return now;
    }

    private void submit(RunOrder order, ClusterNote note) throws InterruptedException {
        if (note.away().isEmpty()) {
            runs.open(order);
        }
        String number = submitted(there(order, note.away()), note);
        note.numbered(Optional.of(number)).write(order.folder());
        witness.passes(NUMBERED);
        sightings.submitted(order.name());
    }

    /** Returns the number that the cluster gave to the run. */
    private String submitted(RunOrder order, ClusterNote note) throws InterruptedException {
        long begun = System.nanoTime();
        try {
            String number =
                    requests.submit(runs.submission(order), note.account(), () -> witness.passes(SUBMIT_CALLED));
            witness.passes(SUBMITTED);
            return number;
        } catch (ProblemException e) {
            if (e.problem().code() == ProblemCode.CLUSTER_AWAY) {
                heard.heard(cluster.name(), Duration.ofNanos(System.nanoTime() - begun), Optional.of(e.problem()));
            }
            throw e;
        }
    }

    @Override
    public Optional<ClusterRun> given(RunOrder order) {
        return ClusterNote.read(order.folder())
                .flatMap(note -> note.number().map(number -> new ClusterRun(note.cluster(), number)));
    }

    @Override
    public RunSighting look(RunOrder order) throws InterruptedException {
        Optional<ClusterNote> note = ClusterNote.read(order.folder());
        return note.filter(SlurmLauncher::isAway).isPresent()
                ? folders(order, note.get()).look(order, note.get(), () -> sightings.of(order, note))
                : sightings.of(order, note);
    }

    /** Returns whether the run has a second folder at the cluster, or may have one. */
    private static boolean isAway(ClusterNote note) {
        return note.away().isPresent() && !note.isAt(ClusterNote.Stage.REMOVED);
    }

    @Override
    public boolean hasEnded(RunOrder order) {
        Optional<ScratchRuns> moving = scratch.filter(folders -> folders.isMoving(order.name()));
        if (moving.isPresent()) {
            return moving.get().hasMoved(order.name());
        }
        return GuardRecords.hasEnded(order.folder().guard()) && sightings.hasNews(order.name());
    }

    @Override
    public void kill(RunOrder order) throws InterruptedException {
        Optional<ClusterNote> note = ClusterNote.read(order.folder());
        if (note.isEmpty() || note.get().isAt(ClusterNote.Stage.REMOVED)) {
            return;
        }
        if (note.get().isAt(ClusterNote.Stage.SENDING)) {
            folders(order, note.get()).drop(order, note.get());
            return;
        }
        if (scratch.filter(folders -> folders.isOver(order.name())).isPresent()) {
            return;
        }
        cancel(order, note.get().account());
        witness.passes(GONE);
        if (note.get().isAt(ClusterNote.Stage.SENT)) {
            folders(order, note.get()).renew(order, note.get());
        }
        if (!GuardRecords.claimed(order.folder().guard())) {
            claim(order, note.get());
            witness.passes(CLAIMED);
        }
    }

    @Override
    public void abandon(RunOrder order) throws InterruptedException {
        kill(order);
        Optional<ClusterNote> note = ClusterNote.read(order.folder()).filter(SlurmLauncher::isAway);
        if (note.isPresent()) {
            folders(order, note.get()).drop(order, note.get());
        }
    }

    @Override
    public void close() {
        scratch.ifPresent(ScratchRuns::close);
    }

    /** Cancels every job of this name, and waits until the cluster says that none of them goes on. */
    private void cancel(RunOrder order, OsAccount account) throws InterruptedException {
        long end = System.nanoTime() + CANCEL_NANOS;
        Set<String> told = new HashSet<>();
        List<SlurmJob> jobs = view.queued(List.of(order.name()), account);
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
            jobs = view.queued(List.of(order.name()), account);
            going = going(jobs);
        }
        sightings.ended(order.name(), jobs);
    }

    private static List<SlurmJob> going(List<SlurmJob> jobs) {
        return jobs.stream().filter(job -> !job.state().isOver()).toList();
    }

    private void cancelled(List<String> numbers, OsAccount account) throws InterruptedException {
        requests.cancel(numbers, account, () -> witness.passes(CANCEL_CALLED));
        witness.passes(CANCELLED);
    }

    /**
     * Claims the folder before any guard, so that a batch script which the cluster still has cannot start the
     * program.
     */
    private void claim(RunOrder order, ClusterNote note) throws InterruptedException {
        ClusterAnswer answer = requests.claim(runs.claim(there(order, note.away())), note.account());
        if (answer.status() == GUARD_FULL) {
            throw new ProblemException(
                    new Problem(ProblemCode.STORAGE_FULL, "no space for the records of the run", answer.err()));
        }
        if (!answer.well() && (!isAway(note) || !folders(order, note).isGone(order, note))) {
            throw new ProblemException(new Problem(
                    ProblemCode.INTERNAL,
                    "the guard program could not claim run " + order.name() + " (exit status " + answer.status() + ")",
                    answer.err()));
        }
    }
}
