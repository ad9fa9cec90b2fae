package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ArrayPlace;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.GuardRecords;
import dev.slipway.run.OsAccount;
import dev.slipway.run.ProgressFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import dev.slipway.run.UnfitMpi;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Judges the state of a run on a cluster. The guard's record in the run folder says how the run ended. The cluster
 * decides whether the run has ended, because the user of the run can forge the record. If the guard has recorded no
 * end, the cluster's answer counts after a time in which the guard could write. A run without a record that squeue does
 * not list counts as lost only after some time and a question for the number of the run, because squeue may fail to
 * list a job that exists.
 */
final class SlurmSightings {
    /**
     * The time after Slurm's report of the end in which the guard's record may still appear on a shared file system,
     * in intervals.
     */
    private static final int RECORD_INTERVALS = 10;

    /** The least time in which squeue does not list a run before the run can count as lost, in intervals. */
    private static final int MISSING_INTERVALS = 30;

    /** The least number of answers of squeue without the run before the run can count as lost. */
    private static final int MISSING_ANSWERS = 3;

    private final ClusterSettings cluster;
    private final SlurmRequests requests;
    private final ClusterView view;
    private final LongSupplier nanos;
    private final Cancel cancel;
    private final ClusterProblems problems;
    private final Map<String, Long> submitted = new ConcurrentHashMap<>();
    private final Map<String, Long> overSince = new ConcurrentHashMap<>();
    private final Map<String, Optional<SlurmJob>> over = new ConcurrentHashMap<>();

    /** The time since which a run has a recorded end although the cluster still has the run under way. */
    private final Map<String, Long> recordedSince = new ConcurrentHashMap<>();

    /** The runs with a recorded end that this service has cancelled at the cluster. Their records may be forged. */
    private final Set<String> doubted = ConcurrentHashMap.newKeySet();

    /** The recorded ends of runs. */
    private final Map<String, Recorded> recorded = new ConcurrentHashMap<>();

    /**
     * The recorded end of a run.
     *
     * @param seen the time at which the record was seen first
     * @param judged the time of the answer with which the record was judged last
     */
    private record Recorded(long seen, long judged) {}

    /** The answers that the last looks at runs without a recorded end have judged. */
    private final Map<String, Looked> looked = new ConcurrentHashMap<>();

    /**
     * The part of an answer that a look at a run has judged.
     *
     * @param name the name of the run among the runs of the cluster
     * @param awaitsGuard whether a job is under way and no guard had claimed the run folder
     */
    private record Looked(String name, List<SlurmJob> jobs, boolean awaitsGuard) {}

    /** Cancels jobs at the cluster. */
    interface Cancel {
        void call(List<String> numbers, OsAccount account) throws InterruptedException;
    }

    SlurmSightings(
            ClusterSettings cluster, SlurmRequests requests, ClusterView view, LongSupplier nanos, Cancel cancel) {
        this.cluster = cluster;
        this.requests = requests;
        this.view = view;
        this.nanos = nanos;
        this.cancel = cancel;
        this.problems = new ClusterProblems(cluster.name());
    }

    /** Records that the cluster has just got the run, so that no earlier answer can contain the run. */
    void submitted(String name) {
        submitted.put(name, nanos.getAsLong());
    }

    /** Records that the cluster has ended all jobs of this name, and that no further job can start the run. */
    void ended(String name, ClusterNote note, List<SlurmJob> jobs) {
        // The run may not be looked at again, as after an outage that lasted too long.
        view.forget(note.name(name));
        recordedSince.remove(name);
        doubted.remove(name);
        recorded.remove(name);
        looked.remove(name);
        over.put(name, jobs.stream().max(Comparator.comparing(job -> number(job.number()))));
    }

    private static long number(String number) {
        return Long.parseLong(number.split("_", 2)[0]);
    }

    /**
     * Returns whether a new look at this run could judge the recorded end, or the state at the cluster, differently
     * than the last look.
     */
    boolean hasNews(RunOrder order) {
        if (GuardRecords.hasEnded(order.folder().guard())) {
            Recorded record = recorded.get(order.name());
            return record == null || view.hasOther(record.judged(), record.seen());
        }
        Looked last = looked.get(order.name());
        return last != null
                && (view.tellsOther(last.name(), last.jobs())
                        || last.awaitsGuard()
                                && GuardRecords.claimed(order.folder().guard()));
    }

    RunSighting of(RunOrder order, Optional<ClusterNote> note) throws InterruptedException {
        RunFolder folder = order.folder();
        Optional<RunSighting.Ended> ended = GuardRecords.ended(folder.guard(), folder);
        if (note.isEmpty()) {
            return ended.<RunSighting>map(end -> end).orElseGet(RunSighting.Unclaimed::new);
        }
        Optional<SlurmJob> gone = over.get(order.name());
        if (gone != null) {
            return gone(order, note.get(), gone, ended);
        }
        Optional<Long> seen = ended.map(
                end -> recorded.computeIfAbsent(order.name(), name -> new Recorded(nanos.getAsLong(), Long.MIN_VALUE))
                        .seen());
        ClusterView.Sight sight = view.of(
                note.get().name(order.name()),
                note.get().account(),
                submitted.getOrDefault(order.name(), Long.MIN_VALUE),
                seen);
        boolean runs = ended.isEmpty()
                && sight.jobs().stream().anyMatch(job -> job.state().phase() == SlurmState.Phase.RUNS);
        boolean claimed = runs && GuardRecords.claimed(folder.guard());
        seen.ifPresentOrElse(
                at -> recorded.put(order.name(), new Recorded(at, sight.at())),
                () -> looked.put(
                        order.name(), new Looked(note.get().name(order.name()), sight.jobs(), runs && !claimed)));
        if (ended.isPresent() && !byOthers(ended.get())) {
            return recorded(order, note.get(), sight, ended.get());
        }
        Optional<SlurmJob> job = chosen(sight.jobs(), note.get().number());
        if (job.isEmpty()) {
            return absent(order, note.get(), sight.known(), ended);
        }
        if (note.get().number().isEmpty()) {
            // The run was submitted, and the answer of sbatch was lost.
            note.get().numbered(Optional.of(job.get().number())).write(order.folder());
        }
        return job.get().state().isOver()
                ? over(order, note.get(), job.get(), ended)
                : goesOn(order, job.get(), ended.isPresent(), claimed);
    }

    private static boolean byOthers(RunSighting.Ended ended) {
        return ended.report().reason().equals("killed");
    }

    /**
     * Judges a run that ended by itself according to the guard's record. The end counts once the cluster has no job of
     * the run under way. A job that stays under way for long is cancelled, because the record is forged or a host is
     * out of order; then only a final state of the job counts.
     */
    private RunSighting recorded(RunOrder order, ClusterNote note, ClusterView.Sight sight, RunSighting.Ended ended)
            throws InterruptedException {
        List<String> going = sight.jobs().stream()
                .filter(job -> doubted.contains(order.name())
                        ? !job.state().isOver()
                        : job.state().goesOn())
                .map(SlurmJob::number)
                .toList();
        if (going.isEmpty() && (sight.known() || !sight.jobs().isEmpty())) {
            Optional<SlurmJob> job = chosen(sight.jobs(), note.number());
            boolean failed = ended.report().exitStatus() != 0;
            // The state that a cluster gives to a job after its last process may explain the failure.
            if (failed && job.filter(one -> !one.state().isOver()).isPresent() && waits(recordedSince, order)) {
                return RunSighting.Waiting.in(ClusterStage.ENDING);
            }
            return forgotten(
                    order, note, ended.by(UnfitMpi.problem(order, ended).or(() -> outOfMemory(order, job))));
        }
        if (!going.isEmpty() && !waits(recordedSince, order)) {
            recordedSince.remove(order.name());
            doubted.add(order.name());
            cancel.call(going, note.account());
        }
        return RunSighting.Waiting.in(ClusterStage.ENDING);
    }

    /** Returns the problem of a program that failed after the cluster had ended a process for using too much memory. */
    private Optional<Problem> outOfMemory(RunOrder order, Optional<SlurmJob> job) {
        return job.filter(one -> one.state() == SlurmState.OUT_OF_MEMORY).map(one -> problems.ended(order, one));
    }

    /** Returns a job of the run that goes on, if there is such a job; else the ended job with the run's number. */
    private static Optional<SlurmJob> chosen(List<SlurmJob> jobs, Optional<String> number) {
        return jobs.stream()
                .filter(job -> !job.state().isOver())
                .max(Comparator.comparing(job -> job.state().phase()))
                .or(() -> jobs.stream()
                        .filter(job -> number.equals(Optional.of(job.number())))
                        .findFirst());
    }

    /** @param claimed whether a guard had claimed the run folder of a job under way, and has recorded no end */
    private static RunSighting goesOn(RunOrder order, SlurmJob job, boolean byOthers, boolean claimed) {
        if (byOthers && !startsAgain(order, job)) {
            return RunSighting.Waiting.in(ClusterStage.ENDING);
        }
        boolean runs = job.state().phase() == SlurmState.Phase.RUNS;
        if (runs && claimed) {
            return new RunSighting.Running(ProgressFile.read(order.folder().tmp(), RunFolder.PROGRESS), job.restarts());
        }
        ClusterStage stage = job.state() == SlurmState.PENDING && job.restarts() > 0
                ? ClusterStage.REQUEUED
                : job.state().stage();
        String reason = job.state() == SlurmState.OTHER ? "state " + job.word() : job.reason();
        return new RunSighting.Waiting(stage, restarted(job, reason), runs ? Optional.empty() : job.expected());
    }

    /** Returns whether the cluster starts the run again. The recorded end is then the end of the earlier start. */
    private static boolean startsAgain(RunOrder order, SlurmJob job) {
        boolean waits = job.state() == SlurmState.PENDING || job.state().phase() == SlurmState.Phase.RUNS;
        return order.request().demand().choice().rerun()
                && (job.state().stage() == ClusterStage.REQUEUED || waits && job.restarts() > 0);
    }

    private static String restarted(SlurmJob job, String reason) {
        String count = job.restarts() == 0 ? "" : RunSighting.restarts(job.restarts());
        return count.isEmpty() || reason.isEmpty() ? count + reason : count + ", " + reason;
    }

    private RunSighting over(RunOrder order, ClusterNote note, SlurmJob job, Optional<RunSighting.Ended> ended)
            throws InterruptedException {
        if (ended.isPresent()) {
            // If the cluster has started the run again, a recorded "killed" is the end of an earlier start.
            boolean byCluster = job.state().endsRuns() || job.restarts() > 0;
            Optional<Problem> cause = byCluster ? Optional.of(problems.ended(order, job)) : Optional.empty();
            return forgotten(order, note, ended.get().by(cause));
        }
        if (waits(overSince, order)) {
            return RunSighting.Waiting.in(ClusterStage.ENDING);
        }
        boolean unclaimed = !GuardRecords.claimed(order.folder().guard());
        if (unclaimed && job.state() == SlurmState.FAILED && foundNoSpace(note, job)) {
            return withoutSpace(order, note, job);
        }
        return forgotten(order, note, new RunSighting.Lost(Optional.of(problems.ended(order, job))));
    }

    private boolean foundNoSpace(ClusterNote note, SlurmJob job) throws InterruptedException {
        return requests.exitStatus(job.number(), note.account()).equals(Optional.of(GuardRecords.FULL));
    }

    /**
     * Lets a run be submitted again if the run never began, because the guard found no space for the records.
     *
     * @throws ProblemException STORAGE_FULL while there still is no space
     */
    private RunSighting withoutSpace(RunOrder order, ClusterNote note, SlurmJob job) {
        try {
            note.lost().write(order.folder());
        } catch (ProblemException e) {
            if (e.problem().code() != ProblemCode.STORAGE_FULL) {
                throw e;
            }
            throw new ProblemException(new Problem(
                    ProblemCode.STORAGE_FULL,
                    "cluster " + cluster.name() + ": job " + job.number()
                            + " found no space for the records of the run, so the program was not started",
                    e.problem().message()));
        }
        return forgotten(order, note, new RunSighting.Unclaimed());
    }

    /** Judges a run that this service ended. The folder is claimed, so no guard will write there any more. */
    private RunSighting gone(
            RunOrder order, ClusterNote note, Optional<SlurmJob> job, Optional<RunSighting.Ended> ended) {
        Optional<Problem> cause = job.filter(one -> one.state().endsRuns()).map(one -> problems.ended(order, one));
        return forgotten(
                order,
                note,
                ended.<RunSighting>map(end -> end.by(byOthers(end) ? cause : UnfitMpi.problem(order, end)))
                        .orElseGet(() -> new RunSighting.Lost(cause)));
    }

    /**
     * Returns whether an end of the run was first seen less than {@link #RECORD_INTERVALS} ago. Keeps the first
     * time.
     */
    private boolean waits(Map<String, Long> firstSeen, RunOrder order) {
        long now = nanos.getAsLong();
        long since = firstSeen.computeIfAbsent(order.name(), name -> now);
        return now - since < RECORD_INTERVALS * cluster.interval().toNanos();
    }

    private RunSighting forgotten(RunOrder order, ClusterNote note, RunSighting end) {
        view.forget(note.name(order.name()));
        submitted.remove(order.name());
        overSince.remove(order.name());
        recordedSince.remove(order.name());
        doubted.remove(order.name());
        recorded.remove(order.name());
        looked.remove(order.name());
        over.remove(order.name());
        return end;
    }

    /** Judges a run that the cluster does not show. */
    private RunSighting absent(RunOrder order, ClusterNote note, boolean known, Optional<RunSighting.Ended> ended)
            throws InterruptedException {
        boolean claimed = GuardRecords.claimed(order.folder().guard());
        RunSighting.Waiting unclear = RunSighting.Waiting.UNSEEN;
        if (!known) {
            return unclear;
        }
        if (note.number().isEmpty() && !claimed) {
            return new RunSighting.Unclaimed();
        }
        boolean longEnough = view.missing(note.name(order.name()))
                .filter(missing -> missing.answers() >= MISSING_ANSWERS
                        && nanos.getAsLong() - missing.since()
                                >= MISSING_INTERVALS * cluster.interval().toNanos())
                .isPresent();
        if (!longEnough
                || note.number().isPresent() && knows(order, note, note.number().get())) {
            return unclear;
        }
        if (ended.isPresent()) {
            return forgotten(order, note, ended.get());
        }
        if (!claimed && note.number().isPresent() && note.place().isPresent()) {
            // Slurm drops a waiting job of an array, and keeps the array, when the job is cancelled.
            String array = ArrayPlace.arrayNumber(note.number().get());
            return knows(order, note, array)
                    ? forgotten(order, note, new RunSighting.Lost(Optional.of(problems.cancelled(order, note))))
                    : new RunSighting.Unclaimed();
        }
        // A run that never began can be submitted again, because at most one guard can claim its folder.
        return claimed
                ? forgotten(order, note, new RunSighting.Lost(Optional.of(problems.unknown(order, note))))
                : new RunSighting.Unclaimed();
    }

    /**
     * Asks for the job with a number that the run or its array had. The cluster may have given the number to another
     * job meanwhile.
     */
    private boolean knows(RunOrder order, ClusterNote note, String number) throws InterruptedException {
        String job = ArrayPlace.jobName(note.name(order.name()));
        return requests.knows(number, job, note.place().map(ArrayPlace::comment), note.account());
    }
}
