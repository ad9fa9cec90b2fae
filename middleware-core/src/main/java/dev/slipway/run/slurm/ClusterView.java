package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterAnswers;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.OsAccount;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The answers of a cluster about all runs there. One question asks the cluster's queue for all runs, at the pace of
 * {@link QuestionPace}, for any number of callers. The accounting is asked only for the runs that the queue does not
 * list any more. One caller asks the cluster, and the other callers take the last answer, so that no caller waits for
 * the question of another.
 *
 * <p>The service asks for all runs as the watcher, a user that no owner of runs controls. If the answer lacks a run,
 * the owner of the run asks again. The login of an owner may fail or hang; then only the missing runs of that owner get
 * the problem.
 *
 * <p>A cluster that did not answer is left alone for a while, longer after each failure. Meanwhile every caller gets
 * the same problem at once.
 */
final class ClusterView {
    /** The most runs that one question names, because the length of a command is limited. */
    static final int RUNS_PER_QUESTION = 1_000;

    private static final long MOST_REST_NANOS = 30_000_000_000L;
    private static final int MOST_DOUBLINGS = 10;

    /**
     * The number of owners whose failures show that the cluster is away, after the question for all runs has
     * failed.
     */
    private static final int MOST_IN_VAIN = 3;

    private final ClusterSettings cluster;
    private final SlurmRequests requests;
    private final ClusterUsers users;
    private final Clock clock;
    private final LongSupplier nanos;
    private final ClusterAnswers heard;
    private final QuestionPace pace;
    private final Map<String, OsAccount> followed = new ConcurrentHashMap<>();
    private final Map<String, Missing> missing = new ConcurrentHashMap<>();
    private final ReentrantLock asking = new ReentrantLock();
    private final OwnerRests states;
    private final OwnerRests ends;
    private volatile Answer last = Answer.NONE;
    private volatile Optional<Failure> failure = Optional.empty();

    /**
     * An answer about the runs that were asked for.
     *
     * @param at the time of the question
     * @param took the time that the cluster needed
     * @param unanswered the problem of each run for which the question failed
     */
    private record Answer(
            long at, long took, Set<String> asked, Map<String, List<SlurmJob>> jobs, Map<String, Problem> unanswered) {
        private static final Answer NONE = new Answer(Long.MIN_VALUE, 0, Set.of(), Map.of(), Map.of());
    }

    private record Failure(Problem problem, int count, long until) {}

    /**
     * The time since which the answers of a cluster lack a run that they should contain, and the number of these
     * answers.
     */
    record Missing(long since, int answers) {}

    /**
     * The part of the last answer that is about one run.
     *
     * @param jobs the cluster's jobs of this name
     * @param known whether the cluster was asked for the run since the caller's time
     * @param at the time of the question
     */
    record Sight(List<SlurmJob> jobs, boolean known, long at) {}

    /** @param heard hears of each question for all runs whether the cluster answered */
    ClusterView(ClusterSettings cluster, ClusterWay way, Clock clock, LongSupplier nanos, ClusterAnswers heard) {
        this.cluster = cluster;
        this.requests = way.requests();
        this.users = way.users();
        this.clock = clock;
        this.nanos = nanos;
        this.heard = heard;
        this.pace = new QuestionPace(cluster.interval());
        this.states = new OwnerRests(nanos, cluster.interval());
        this.ends = new OwnerRests(nanos, Duration.ZERO);
    }

    /**
     * Returns the part about the run of this name in the newest answer. Asks the cluster again if the next question is
     * due, unless another thread is asking.
     *
     * @param since the time of submission; earlier answers cannot contain the run
     * @param recorded the time at which the recorded end of the run was seen first
     * @throws ProblemException CLUSTER_AWAY if the cluster does not answer, or does not answer the run's owner
     */
    Sight of(String name, OsAccount account, long since, Optional<Long> recorded) throws InterruptedException {
        followed.put(name, account);
        if (due(recorded) && asking.tryLock()) {
            try {
                if (due(recorded)) {
                    ask();
                }
            } finally {
                asking.unlock();
            }
        }
        refuse();
        Answer answer = last;
        Problem problem = answer.unanswered().get(name);
        if (problem != null) {
            throw new ProblemException(problem);
        }
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

    /** Ends the time without calls, because the cluster has answered another call. */
    void answered() {
        failure = Optional.empty();
    }

    /**
     * Returns whether there is an answer other than the one of this time, or the cluster can be asked for a new answer
     * now.
     *
     * @param recorded the time at which the recorded end of the run was seen first
     */
    boolean hasOther(long at, long recorded) {
        return last.at() != at || !asking.isLocked() && due(Optional.of(recorded));
    }

    /**
     * Returns whether the newest answer about the run tells other jobs or states than these, which a look has judged.
     * Expected starts and the reasons of waiting runs may change with each answer and count as no news.
     */
    boolean tellsOther(String name, List<SlurmJob> judged) {
        Answer answer = last;
        List<SlurmJob> jobs = answer.jobs().getOrDefault(name, List.of());
        return answer.asked().contains(name)
                && !answer.unanswered().containsKey(name)
                && jobs != judged
                && !jobs.stream()
                        .map(Told::of)
                        .toList()
                        .equals(judged.stream().map(Told::of).toList());
    }

    /** The part of a job of the cluster whose change is news. */
    private record Told(String number, SlurmState state, int restarts) {
        private static Told of(SlurmJob job) {
            return new Told(job.number(), job.state(), job.restarts());
        }
    }

    /** Stops asking for the run. */
    void forget(String name) {
        followed.remove(name);
        missing.remove(name);
    }

    /**
     * Returns the time since which the cluster's answers lack the run, with their number; empty if the last answer has
     * the run.
     */
    Optional<Missing> missing(String name) {
        return Optional.ofNullable(missing.get(name));
    }

    private boolean due(Optional<Long> recorded) {
        Answer answer = last;
        return mayTry()
                && (answer.at() == Long.MIN_VALUE
                        || nanos.getAsLong() - answer.at()
                                >= pace.gap(answer.at(), answer.took(), followed.size(), recorded));
    }

    private void ask() throws InterruptedException {
        long at = nanos.getAsLong();
        Map<String, OsAccount> names = Map.copyOf(followed);
        try {
            ClusterRound round = new ClusterRound(names);
            long answered = ask(round, names);
            heard.heard(cluster.name(), Duration.ofNanos(answered - at), Optional.empty());
            note(round.asked(), round.jobs(), at);
            last = new Answer(at, nanos.getAsLong() - at, round.asked(), round.jobs(), round.unanswered());
            failure = Optional.empty();
        } catch (ProblemException e) {
            states.end();
            heard.heard(cluster.name(), Duration.ofNanos(nanos.getAsLong() - at), Optional.of(e.problem()));
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

    /**
     * Returns the time of the first answer.
     *
     * @throws ProblemException if the question for all runs failed, and the questions as the owners failed too
     */
    private long ask(ClusterRound round, Map<String, OsAccount> names) throws InterruptedException {
        Optional<OsAccount> asked = Optional.empty();
        Optional<ProblemException> failed = Optional.empty();
        Optional<Long> first = Optional.empty();
        try {
            asked = askForAll(round, names);
            first = Optional.of(nanos.getAsLong());
        } catch (ProblemException e) {
            failed = Optional.of(e);
        }
        int inVain = 0;
        // Slurm may hide the jobs of other users (PrivateData), so the question for a missing job is asked as the job's
        // owner.
        for (OsAccount owner : states.inOrder(round.ownersOfMissing())) {
            try {
                askAs(owner, round, asked.equals(Optional.of(owner)));
                first = first.or(() -> Optional.of(nanos.getAsLong()));
            } catch (ProblemException e) {
                round.failed(owner, e.problem());
                inVain++;
            }
            if (first.isEmpty() && inVain >= MOST_IN_VAIN) {
                break;
            }
        }
        if (first.isEmpty()) {
            throw failed.get();
        }
        return first.get();
    }

    /** Asks for all runs as one user. Returns that user. */
    private Optional<OsAccount> askForAll(ClusterRound round, Map<String, OsAccount> names)
            throws InterruptedException {
        Optional<OsAccount> watcher = users.watcher();
        Optional<OsAccount> asks =
                watcher.or(() -> states.inOrder(names.values()).stream().findFirst());
        // Sorted, so that the runs of an array stand together.
        for (List<String> some : parts(names.keySet().stream().sorted().toList())) {
            OsAccount user = asks.orElseThrow();
            Set<OsAccount> owners = some.stream().map(names::get).collect(Collectors.toSet());
            round.found(
                    watcher.isPresent()
                            ? asked(some, owners, user)
                            : states.ask(user, () -> asked(some, owners, user)));
        }
        return asks;
    }

    /** @param wasAsked whether the question for all runs was asked as this owner */
    private void askAs(OsAccount owner, ClusterRound round, boolean wasAsked) throws InterruptedException {
        for (List<String> some : parts(round.missing(owner))) {
            if (!wasAsked) {
                round.found(states.ask(owner, () -> asked(some, Set.of(owner), owner)));
            }
            askForEnds(owner, round, round.missing(some));
        }
    }

    /** Asks the cluster's accounting for the ends of these runs, unless such a question as this owner hung lately. */
    private void askForEnds(OsAccount owner, ClusterRound round, List<String> names) throws InterruptedException {
        if (ends.rests(owner)) {
            round.unclear(names);
            return;
        }
        try {
            round.found(ends.ask(owner, () -> requests.accounted(names, owner)));
        } catch (ProblemException e) {
            // Without accounting, only the guard's record and the queue tell how a run ended.
            return;
        }
    }

    private static List<List<String>> parts(List<String> names) {
        List<List<String>> parts = new ArrayList<>();
        for (int from = 0; from < names.size(); from += RUNS_PER_QUESTION) {
            parts.add(names.subList(from, Math.min(names.size(), from + RUNS_PER_QUESTION)));
        }
        return parts;
    }

    /** Returns the account's jobs of these runs that slurmctld knows, in any state. */
    List<SlurmJob> queued(List<String> names, OsAccount account) throws InterruptedException {
        return asked(names, Set.of(account), account).stream()
                .filter(job -> job.isOf(account))
                .toList();
    }

    private List<SlurmJob> asked(List<String> names, Set<OsAccount> owners, OsAccount user)
            throws InterruptedException {
        return requests.queued(names, owners, user, clock.instant());
    }
}
