package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The answers of a cluster about all of its runs. However many runs are looked at, one squeue asks for all of them, at
 * most once in an interval; sacct is asked only for runs that squeue does not know any more. One caller asks, and the
 * others take the last answer, so no caller waits for another one's question.
 *
 * <p>A cluster that did not answer is left alone for a while, longer after each failure: meanwhile every call gets the
 * same problem at once.
 */
final class ClusterView {
    /** One command names at most so many runs, because the length of a command is limited. */
    static final int RUNS_PER_QUESTION = 1_000;

    private static final long MOST_REST_NANOS = 30_000_000_000L;
    private static final int MOST_DOUBLINGS = 10;

    private final ClusterSettings cluster;
    private final ClusterCommands commands;
    private final ClusterUsers users;
    private final Clock clock;
    private final LongSupplier nanos;
    private final Map<String, OsAccount> followed = new ConcurrentHashMap<>();
    private final Map<String, Missing> missing = new ConcurrentHashMap<>();
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Answer last = Answer.NONE;
    private volatile Optional<Failure> failure = Optional.empty();

    /** An answer about the runs that were asked for. {@code at} is the time of the question. */
    private record Answer(long at, Set<String> asked, Map<String, List<SlurmJob>> jobs) {
        private static final Answer NONE = new Answer(Long.MIN_VALUE, Set.of(), Map.of());
    }

    private record Failure(Problem problem, int count, long until) {}

    /** How often, and since when, answers of a cluster did not hold a run that they should hold. */
    record Missing(long since, int answers) {}

    /**
     * The part of the last answer that is about one run.
     *
     * @param jobs the cluster's jobs of this name
     * @param known whether the run was asked for since the caller's time
     * @param at the time of the question
     */
    record Sight(List<SlurmJob> jobs, boolean known, long at) {}

    ClusterView(ClusterSettings cluster, ClusterWay way, Clock clock, LongSupplier nanos) {
        this.cluster = cluster;
        this.commands = way.commands();
        this.users = way.users();
        this.clock = clock;
        this.nanos = nanos;
    }

    /**
     * Returns what the newest answer of squeue says about the run of this name. Asks the cluster again if that answer
     * is older than the interval, unless another thread is asking.
     *
     * @param since the time before which an answer cannot know the run
     * @throws ProblemException CLUSTER_AWAY if the cluster does not answer
     */
    Sight of(String name, OsAccount account, long since) throws InterruptedException {
        followed.put(name, account);
        if (due() && asking.tryLock()) {
            try {
                if (due()) {
                    ask();
                }
            } finally {
                asking.unlock();
            }
        }
        refuse();
        Answer answer = last;
        boolean known = answer.at() >= since && answer.asked().contains(name);
        return new Sight(answer.jobs().getOrDefault(name, List.of()), known, answer.at());
    }

    /** @throws ProblemException CLUSTER_AWAY if the cluster did not answer lately */
    void refuse() {
        failure.ifPresent(one -> {
            throw new ProblemException(one.problem());
        });
    }

    /** Returns whether the time without calls after the last failure is over. */
    boolean mayTry() {
        return failure.filter(one -> nanos.getAsLong() < one.until()).isEmpty();
    }

    /** Returns whether there is another answer than that of this time, or the cluster can be asked for one now. */
    boolean hasOther(long at) {
        return last.at() != at || !asking.isLocked() && due();
    }

    /** Stops asking for the run. */
    void forget(String name) {
        followed.remove(name);
        missing.remove(name);
    }

    /** Returns since when the cluster's answers do not hold the run; empty if the last one held it. */
    Optional<Missing> missing(String name) {
        return Optional.ofNullable(missing.get(name));
    }

    private boolean due() {
        long now = nanos.getAsLong();
        return mayTry()
                && (last.at() == Long.MIN_VALUE
                        || now - last.at() >= cluster.interval().toNanos());
    }

    private void ask() throws InterruptedException {
        long at = nanos.getAsLong();
        Map<String, OsAccount> names = Map.copyOf(followed);
        try {
            Map<String, List<SlurmJob>> jobs = jobs(names);
            note(names.keySet(), jobs, at);
            last = new Answer(at, names.keySet(), jobs);
            failure = Optional.empty();
        } catch (ProblemException e) {
            failed(e.problem());
        }
    }

    private void failed(Problem problem) {
        int count = failure.map(Failure::count).orElse(0) + 1;
        long rest = Math.min(MOST_REST_NANOS, cluster.interval().toNanos() << Math.min(count - 1, MOST_DOUBLINGS));
        failure = Optional.of(new Failure(problem, count, nanos.getAsLong() + rest));
    }

    private void note(Set<String> asked, Map<String, List<SlurmJob>> jobs, long at) {
        for (String name : asked) {
            if (jobs.containsKey(name)) {
                missing.remove(name);
            } else {
                missing.merge(
                        name, new Missing(at, 1), (before, one) -> new Missing(before.since(), before.answers() + 1));
            }
        }
    }

    private Map<String, List<SlurmJob>> jobs(Map<String, OsAccount> names) throws InterruptedException {
        Map<String, List<SlurmJob>> jobs = new HashMap<>();
        List<String> all = List.copyOf(names.keySet());
        OsAccount asks = users.watcher().orElse(names.get(all.get(0)));
        for (int from = 0; from < all.size(); from += RUNS_PER_QUESTION) {
            List<String> some = all.subList(from, Math.min(all.size(), from + RUNS_PER_QUESTION));
            add(jobs, queued(some, asks));
        }
        // Slurm may hide the jobs of other users (PrivateData), so each missing job is asked for as its own user.
        Set<OsAccount> owners = all.stream()
                .filter(name -> !jobs.containsKey(name))
                .map(names::get)
                .collect(Collectors.toCollection(HashSet::new));
        for (OsAccount owner : owners) {
            List<String> left = all.stream()
                    .filter(name -> !jobs.containsKey(name) && names.get(name).equals(owner))
                    .limit(RUNS_PER_QUESTION)
                    .toList();
            if (!owner.equals(asks)) {
                add(jobs, queued(left, owner));
            }
            add(
                    jobs,
                    accounted(
                            left.stream()
                                    .filter(name -> !jobs.containsKey(name))
                                    .toList(),
                            owner));
        }
        return jobs;
    }

    private static void add(Map<String, List<SlurmJob>> jobs, List<SlurmJob> found) {
        found.forEach(job ->
                jobs.computeIfAbsent(job.name(), name -> new ArrayList<>()).add(job));
    }

    /** Returns the jobs of these names that slurmctld knows, whatever their states. */
    List<SlurmJob> queued(List<String> names, OsAccount account) throws InterruptedException {
        if (names.isEmpty()) {
            return List.of();
        }
        ClusterAnswer answer = commands.answer(new ClusterCall(
                List.of(
                        "squeue",
                        "--noheader",
                        "--states=all",
                        "--name=" + String.join(",", names),
                        "--Format=" + SlurmLines.SQUEUE_FIELDS),
                "",
                account,
                cluster.timeout()));
        if (!answer.well()) {
            throw new ProblemException(new Problem(
                    ProblemCode.CLUSTER_AWAY,
                    "cluster " + cluster.name() + ": squeue does not tell the states of runs",
                    answer.err().strip()));
        }
        return SlurmLines.squeue(answer.out(), Set.copyOf(names), clock.instant());
    }

    /**
     * Returns the ends of these runs by the cluster's accounting. A cluster without accounting, or whose accounting is
     * away, says nothing about them.
     */
    private List<SlurmJob> accounted(List<String> names, OsAccount account) throws InterruptedException {
        if (names.isEmpty()) {
            return List.of();
        }
        List<SlurmJob> found = accounted(List.of("sacct"), names, account);
        return found.isEmpty() ? accounted(List.of("sacct", "--completion"), names, account) : found;
    }

    private List<SlurmJob> accounted(List<String> command, List<String> names, OsAccount account)
            throws InterruptedException {
        List<String> argv = new ArrayList<>(command);
        argv.addAll(List.of(
                "--noheader",
                "--parsable2",
                "--allocations",
                "--starttime=now-7days",
                "--name=" + String.join(",", names),
                "--format=" + SlurmLines.SACCT_FIELDS));
        try {
            ClusterAnswer answer = commands.answer(new ClusterCall(argv, "", account, cluster.timeout()));
            return answer.well()
                    ? SlurmLines.sacct(answer.out(), Set.copyOf(names)).stream()
                            .filter(job -> job.state().isOver())
                            .toList()
                    : List.of();
        } catch (ProblemException e) {
            // Without accounting, the guard's record and squeue alone tell how a run ends.
            return List.of();
        }
    }
}
