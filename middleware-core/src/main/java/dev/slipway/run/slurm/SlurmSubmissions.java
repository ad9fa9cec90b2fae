package dev.slipway.run.slurm;

import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ArrayPlace;
import dev.slipway.run.ClusterAnswers;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.GuardRecords;
import dev.slipway.run.OsAccount;
import dev.slipway.run.RunOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits runs to a cluster. Runs of one user that the cluster judges by the same words go as one array. Each run has
 * its own note, folder and guard, and keeps its place in the array when the run is submitted again. A run with a second
 * folder at the cluster goes alone, once the files of the run are there.
 */
final class SlurmSubmissions {
    private static final Logger LOG = LoggerFactory.getLogger(SlurmSubmissions.class);

    private static final KillPoint WRITTEN =
            new KillPoint("submit", "what the run reads is written, folder not handed over");
    private static final KillPoint NOTED = new KillPoint("submit", "noted that the cluster may get the run");
    private static final KillPoint SUBMIT_CALLED = new KillPoint("submit", "sbatch called, not heard of");
    private static final KillPoint SUBMITTED = new KillPoint("submit", "sbatch has answered, number not noted");
    private static final KillPoint NUMBERED = new KillPoint("submit", "number of the run noted");

    /**
     * The most runs of an array, even if the cluster allows more: one answer of squeue has room for many such arrays.
     */
    private static final int MOST_RUNS = 1_000;

    /**
     * The number of runs that are made ready at once. Each forces its files to the disk, and a disk can complete
     * several such writes together.
     */
    private static final int WAITING_FOR_DISK = 4;

    /** The most characters of the script of an array, well below what a command may read. */
    private static final int MOST_SCRIPT = ClusterCall.MOST_INPUT / 4;

    private final ClusterSettings cluster;
    private final SlurmRuns runs;
    private final SlurmRequests requests;
    private final ClusterView view;
    private final SlurmSightings sightings;
    private final Optional<ScratchRuns> scratch;
    private final Witness witness;
    private final ClusterAnswers heard;
    private final SideBySide preparing;
    private volatile Optional<Integer> mostInArray = Optional.empty();

    /**
     * The cluster and the way to it.
     *
     * @param scratch the second folders of the runs, for a cluster with a scratch folder of its own
     */
    record Target(ClusterSettings cluster, SlurmRuns runs, SlurmRequests requests, Optional<ScratchRuns> scratch) {}

    SlurmSubmissions(Target target, ClusterView view, SlurmSightings sightings, Witness witness, ClusterAnswers heard) {
        this.cluster = target.cluster();
        this.runs = target.runs();
        this.requests = target.requests();
        this.scratch = target.scratch();
        this.view = view;
        this.sightings = sightings;
        this.witness = witness;
        this.heard = heard;
        this.preparing = new SideBySide(WAITING_FOR_DISK, "slipway-prepare-" + cluster.name());
    }

    /** Ends the threads. */
    void close() {
        preparing.close();
    }

    static List<KillPoint> killPoints() {
        return List.of(WRITTEN, NOTED, SUBMIT_CALLED, SUBMITTED, NUMBERED);
    }

    /**
     * A run, and the note that decides how the run is submitted.
     *
     * @param script the script of the run, if it was made already
     */
    private record Noted(RunOrder order, ClusterNote note, Optional<BatchScript> script) {
        /** Makes a run without a script yet. */
        Noted(RunOrder order, ClusterNote note) {
            this(order, note, Optional.empty());
        }

        String name() {
            return note.name(order.name());
        }

        /** Returns the run with another note, which is written into the folder of the run. */
        Noted written(ClusterNote next) {
            next.write(order.folder());
            return new Noted(order, next, script);
        }
    }

    /** A run that was never submitted. */
    private record Fresh(RunOrder order, BatchScript script) {}

    /** The properties that runs of one array have in common. */
    private record Alike(OsAccount account, List<String> judged) {}

    private interface Step {
        void take() throws InterruptedException;
    }

    /** Takes a step for runs. A problem of the step is the problem of each of them. */
    private static void take(List<RunOrder> orders, Map<RunOrder, Problem> problems, Step step)
            throws InterruptedException {
        try {
            step.take();
        } catch (ProblemException e) {
            orders.forEach(order -> problems.put(order, e.problem()));
        }
    }

    /** Submits the runs that no guard has claimed. Returns the problems of the runs that were not submitted. */
    Map<RunOrder, Problem> submit(List<RunOrder> orders) throws InterruptedException {
        Map<RunOrder, Problem> problems = new HashMap<>();
        Map<OsAccount, List<Noted>> known = new LinkedHashMap<>();
        Map<Alike, List<Fresh>> fresh = new LinkedHashMap<>();
        for (RunOrder order : orders) {
            take(List.of(order), problems, () -> {
                if (GuardRecords.claimed(order.folder().guard())) {
                    return;
                }
                if (!view.mayTry()) {
                    view.refuse();
                }
                Optional<ClusterNote> note = ClusterNote.read(order.folder());
                if (note.isPresent() ? note.get().away().isPresent() : scratch.isPresent()) {
                    away(order, note, problems);
                } else if (note.isPresent()) {
                    add(known, note.get().account(), new Noted(order, note.get()));
                } else {
                    Alike alike = new Alike(runs.account(order), runs.judged(order));
                    add(fresh, alike, new Fresh(order, runs.script(order)));
                }
            });
        }
        for (Map.Entry<OsAccount, List<Noted>> some : known.entrySet()) {
            take(orders(some.getValue()), problems, () -> again(some.getKey(), some.getValue(), problems));
        }
        for (Map.Entry<Alike, List<Fresh>> some : fresh.entrySet()) {
            take(some.getValue().stream().map(Fresh::order).toList(), problems, () -> {
                for (List<Fresh> part : parts(some.getKey().account(), some.getValue())) {
                    anew(some.getKey().account(), part, problems);
                }
            });
        }
        return problems;
    }

    /** Sends the files of a run. Once the files are at the cluster, submits the run. */
    private void away(RunOrder order, Optional<ClusterNote> before, Map<RunOrder, Problem> problems)
            throws InterruptedException {
        ClusterNote note = before.map(known -> renewed(order, known))
                .orElseGet(() -> prepared(order, runs.account(order), Optional.empty()));
        ScratchRuns folders = ScratchRuns.of(scratch, cluster, order, note);
        if (note.isAt(ClusterNote.Stage.SENDING)) {
            Optional<ClusterNote> sent = folders.sent(order, note);
            if (sent.isPresent()) {
                call(List.of(new Noted(order, sent.get())));
            }
        } else {
            again(note.account(), List.of(new Noted(order, note)), problems);
        }
    }

    /**
     * Returns the note of a run that never began. If the second folder is gone, the note lets the files be sent again.
     */
    private static ClusterNote renewed(RunOrder order, ClusterNote note) {
        if (!note.isAt(ClusterNote.Stage.REMOVED)) {
            return note;
        }
        ClusterNote anew = note.numbered(Optional.empty()).at(ClusterNote.Stage.SENDING);
        anew.write(order.folder());
        return anew;
    }

    private static <K, V> void add(Map<K, List<V>> map, K key, V value) {
        map.computeIfAbsent(key, one -> new ArrayList<>()).add(value);
    }

    private static List<RunOrder> orders(List<Noted> some) {
        return some.stream().map(Noted::order).toList();
    }

    /** Submits runs again that may have been submitted before, except those that the cluster has. */
    private void again(OsAccount account, List<Noted> some, Map<RunOrder, Problem> problems)
            throws InterruptedException {
        Map<String, String> numbers = view.queued(some.stream().map(Noted::name).toList(), account).stream()
                .filter(job -> !job.state().isOver())
                .collect(Collectors.toMap(SlurmJob::name, SlurmJob::number, (one, other) -> one));
        Map<String, List<Noted>> missing = new LinkedHashMap<>();
        for (Noted one : some) {
            Optional<String> number = Optional.ofNullable(numbers.get(one.name()));
            if (number.isPresent()) {
                take(List.of(one.order()), problems, () -> number(one, number.get()));
            } else {
                take(List.of(one.order()), problems, () -> {
                    Noted next = forgotten(one);
                    add(missing, next.note().place().map(ArrayPlace::comment).orElse(next.name()), next);
                });
            }
        }
        for (List<Noted> job : missing.values()) {
            submit(job, one -> one, problems);
        }
    }

    /** Returns the run with the note for the next submission. A run that had a number in an array gets a new note. */
    private static Noted forgotten(Noted run) {
        if (run.note().place().isEmpty() || run.note().number().isEmpty()) {
            return run;
        }
        return run.written(run.note().lost());
    }

    /** Submits runs that were never submitted: one alone, several as an array. */
    private void anew(OsAccount account, List<Fresh> some, Map<RunOrder, Problem> problems)
            throws InterruptedException {
        boolean alone = some.size() == 1;
        String array = some.get(0).order().name();
        Map<RunOrder, Integer> indices = new HashMap<>();
        some.forEach(one -> indices.put(one.order(), indices.size()));
        List<Noted> noted = preparing.each(
                some,
                one -> {
                    RunOrder order = one.order();
                    Optional<ArrayPlace> place =
                            alone ? Optional.empty() : Optional.of(new ArrayPlace(array, indices.get(order), 0));
                    return new Noted(order, prepared(order, account, place), Optional.of(one.script()));
                },
                (one, problem) -> problems.put(one.order(), problem));
        if (!noted.isEmpty()) {
            // A cluster that refuses an array takes no run of the array, so each run may leave its place.
            submit(noted, this::single, problems);
        }
    }

    /**
     * Submits the runs of one job of the cluster.
     *
     * @param single makes a run ready to go alone, after the cluster has refused the array
     */
    private void submit(List<Noted> job, UnaryOperator<Noted> single, Map<RunOrder, Problem> problems)
            throws InterruptedException {
        try {
            call(job);
        } catch (ProblemException e) {
            if (job.size() == 1 || e.problem().code() != ProblemCode.CLUSTER_REFUSED) {
                job.forEach(one -> problems.put(one.order(), e.problem()));
                return;
            }
            LOG.warn(
                    "cluster {} refuses an array, so its runs go alone: {}",
                    cluster.name(),
                    e.problem().detail());
            for (Noted one : job) {
                take(List.of(one.order()), problems, () -> call(List.of(single.apply(one))));
            }
        }
    }

    /**
     * Makes the folder ready, and writes the note that the cluster may get the run from now on. Returns the note. The
     * user of the run cannot enter the folder before the note is written. So after a crash before the note, only the
     * service has written to the folder.
     */
    private ClusterNote prepared(RunOrder order, OsAccount account, Optional<ArrayPlace> place) {
        ClusterNote note = new ClusterNote(
                cluster.name(), account, Optional.empty(), scratch.map(folders -> folders.away(order)), place);
        runs.write(order, note.there(order));
        witness.passes(WRITTEN);
        if (note.away().isEmpty()) {
            runs.handOver(order, account);
        }
        note.write(order.folder());
        witness.passes(NOTED);
        return note;
    }

    /** Returns the run with a note for a submission alone. */
    private Noted single(Noted run) {
        return run.written(new ClusterNote(cluster.name(), run.note().account(), Optional.empty()));
    }

    private void call(List<Noted> job) throws InterruptedException {
        for (Noted one : job) {
            if (one.note().away().isEmpty()) {
                runs.open(one.order());
            }
        }
        String number = submitted(submission(job), job.get(0).note().account());
        List<Problem> problems = new ArrayList<>();
        preparing.forEach(job, one -> numbered(one, number), (one, problem) -> problems.add(problem));
        if (!problems.isEmpty()) {
            throw new ProblemException(problems.get(0));
        }
    }

    private void numbered(Noted one, String number) {
        number(one, one.note().place().map(place -> place.number(number)).orElse(number));
        witness.passes(NUMBERED);
    }

    /** Returns the number that the cluster gave to the job. */
    private String submitted(SlurmSubmission job, OsAccount account) throws InterruptedException {
        long begun = System.nanoTime();
        try {
            String number = requests.submit(job, account, () -> witness.passes(SUBMIT_CALLED));
            witness.passes(SUBMITTED);
            return number;
        } catch (ProblemException e) {
            if (e.problem().code() == ProblemCode.CLUSTER_AWAY) {
                heard.heard(cluster.name(), Duration.ofNanos(System.nanoTime() - begun), Optional.of(e.problem()));
            }
            throw e;
        }
    }

    private SlurmSubmission submission(List<Noted> job) {
        Noted first = job.get(0);
        Optional<ArrayPlace> place = first.note().place();
        if (place.isEmpty()) {
            return runs.submission(first.note().there(first.order()), script(first));
        }
        SortedMap<Integer, BatchScript> scripts = new TreeMap<>();
        job.forEach(one -> scripts.put(one.note().place().orElseThrow().index(), script(one)));
        return runs.submission(first.order(), place.get(), scripts);
    }

    private BatchScript script(Noted run) {
        return run.script().orElseGet(() -> runs.script(run.note().there(run.order())));
    }

    private void number(Noted run, String number) {
        run.note().numbered(Optional.of(number)).replace(run.order().folder());
        sightings.submitted(run.order().name());
    }

    /** Divides runs into arrays that the cluster allows, with scripts that sbatch may read. */
    private List<List<Fresh>> parts(OsAccount account, List<Fresh> alike) throws InterruptedException {
        int most = alike.size() == 1 ? 1 : mostInArray(account);
        List<List<Fresh>> parts = new ArrayList<>();
        int room = 0;
        for (Fresh one : alike) {
            int length = one.script().length();
            if (length > room || parts.get(parts.size() - 1).size() >= most) {
                parts.add(new ArrayList<>());
                room = MOST_SCRIPT;
            }
            room -= length;
            parts.get(parts.size() - 1).add(one);
        }
        return parts;
    }

    /** Returns the most runs of an array; 1 if the cluster takes no arrays, or does not tell now. */
    private int mostInArray(OsAccount account) throws InterruptedException {
        if (mostInArray.isEmpty()) {
            mostInArray = requests.mostInArray(account);
        }
        return Math.max(1, Math.min(mostInArray.orElse(1), MOST_RUNS));
    }
}
