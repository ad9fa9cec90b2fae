package dev.slipway.desk;

import dev.slipway.desk.status.Estimate;
import dev.slipway.desk.status.Explanation;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Ending;
import dev.slipway.dispatch.Granted;
import dev.slipway.dispatch.Holding;
import dev.slipway.dispatch.UserCommand;
import dev.slipway.job.Job;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.GroupCount;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.Remedy;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Answers for groups. A group is only the set of its jobs: all answers are counted from the jobs, and a command to the
 * group is a command to each job. A group has no state of its own that could disagree with the jobs.
 */
final class Groups {
    private static final Remedy RELEASE = new Remedy(
            "Release what is held of it.",
            "Release what is held of it, with the operation release.",
            "Release what is held of it: `slipway release TOKEN`.");

    private static final Set<JobState> OPEN = EnumSet.complementOf(EnumSet.of(JobState.CLOSED));
    private static final int JOBS_OF_A_PAGE = 500;

    private final JobJournal journal;
    private final Dispatcher dispatcher;

    Groups(JobJournal journal, Dispatcher dispatcher) {
        this.journal = journal;
        this.dispatcher = dispatcher;
    }

    GroupStatus status(JobGroup group) {
        List<GroupCount> counts = journal.counts(group.token());
        Map<JobState, Map<String, Integer>> byState = new TreeMap<>();
        counts.forEach(count -> byState.computeIfAbsent(count.state(), state -> new TreeMap<>())
                .merge(count.outcome().orElse(""), count.jobs(), Integer::sum));
        List<GroupStatus.Count> told = byState.entrySet().stream()
                .flatMap(state -> state.getValue().entrySet().stream()
                        .map(outcome -> new GroupStatus.Count(
                                state.getKey(),
                                Optional.of(outcome.getKey()).filter(word -> !word.isEmpty()),
                                outcome.getValue())))
                .toList();
        GroupStatus.State state = state(byState.keySet());
        boolean closed = state == GroupStatus.State.CLOSED;
        return new GroupStatus(
                group.token(),
                group.name(),
                group.owner(),
                group.accepted(),
                group.parent(),
                state,
                closed
                        ? Optional.of(
                                JobOutcome.together(byState.get(JobState.CLOSED).keySet()))
                        : Optional.empty(),
                closed ? Optional.of(latest(counts)) : Optional.empty(),
                group.size(),
                told,
                sum(counts, GroupCount::blocked),
                sum(counts, GroupCount::held),
                failures(group.token(), told));
    }

    private static GroupStatus.State state(Set<JobState> states) {
        if (states.equals(Set.of(JobState.CLOSED))) {
            return GroupStatus.State.CLOSED;
        }
        return states.equals(Set.of(JobState.QUEUED)) ? GroupStatus.State.WAITING : GroupStatus.State.WORKING;
    }

    private static Instant latest(List<GroupCount> counts) {
        return counts.stream()
                .map(GroupCount::latest)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static int sum(List<GroupCount> counts, Predicate<GroupCount> which) {
        return counts.stream().filter(which).mapToInt(GroupCount::jobs).sum();
    }

    private List<GroupStatus.Failure> failures(JobToken group, List<GroupStatus.Count> counts) {
        if (counts.stream().noneMatch(count -> count.outcome().equals(Optional.of(JobOutcome.FAILED)))) {
            return List.of();
        }
        List<JobToken> first =
                tokens(journal.oldest(JobFilter.ofGroup(group).ended(JobOutcome.FAILED), 0, GroupStatus.MOST_FAILURES));
        return journal.loadSound(first).stream()
                .sorted(Comparator.comparing(job -> job.acceptance().order()))
                .flatMap(job -> failure(job).stream())
                .toList();
    }

    private static Optional<GroupStatus.Failure> failure(Job job) {
        return job.outcome()
                .filter(outcome -> outcome instanceof JobOutcome.Failed)
                .map(outcome -> (JobOutcome.Failed) outcome)
                .map(failed -> new GroupStatus.Failure(
                        job.token(),
                        job.acceptance().membership().orElseThrow().element(),
                        job.request().name(),
                        failed.phase(),
                        failed.problem()));
    }

    /**
     * Summarises all jobs of a group in one sentence, and then explains the first open job, or else the first failed
     * job.
     */
    Explanation explain(JobGroup group, Function<JobToken, Explanation> ofJob) {
        GroupStatus status = status(group);
        Optional<JobRow> open = journal.oldest(JobFilter.ofGroup(group.token()).in(OPEN), 0, 1).stream()
                .findFirst();
        Optional<Explanation> first = open.map(JobRow::token)
                .or(() -> status.failures().stream()
                        .map(GroupStatus.Failure::token)
                        .findFirst())
                .map(ofJob);
        String headline = GroupWords.headline(status)
                + open.map(row -> "; element "
                                + row.membership().orElseThrow().element() + ", the first that is open, "
                                + first.orElseThrow().headline())
                        .orElse("");
        return new Explanation(
                group.token(),
                group.name(),
                open.map(JobRow::state).orElse(JobState.CLOSED),
                open.map(JobRow::since).or(status::closed).orElse(group.accepted()),
                headline,
                first.flatMap(Explanation::waitsFor),
                Optional.empty(),
                Estimate.NONE,
                first.flatMap(Explanation::trouble),
                open.isPresent()
                        ? first.map(one -> remedy(status, one)).orElse(Remedy.NONE)
                        : GroupWords.remedy(status));
    }

    /** Returns the remedy. If several jobs are held, a command that releases a single job is of little help. */
    private static Remedy remedy(GroupStatus status, Explanation first) {
        if (first.remedy().isNone() && status.held() > 0) {
            return RELEASE.about(status.token().value());
        }
        return status.held() > 1
                ? first.remedy().moved(first.token().value(), status.token().value())
                : first.remedy();
    }

    List<HistoryEntry> history(JobGroup group, int limit) {
        return journal.groupEvents(group.token(), limit).stream()
                .map(event -> new HistoryEntry(
                        event.number(),
                        event.event().at(),
                        event.event().event().kind().name(),
                        "element " + event.element() + ", job " + event.job() + ": "
                                + event.event().event().text()))
                .toList();
    }

    ResultPage results(JobGroup group, int offset) {
        List<JobRow> rows = journal.oldest(JobFilter.ofGroup(group.token()), offset, JOBS_OF_A_PAGE);
        List<JobToken> keeping =
                tokens(rows.stream().filter(JobRow::resultsKept).toList());
        List<ResultPage.Located> results = journal.loadSound(keeping).stream()
                .sorted(Comparator.comparing(job -> job.acceptance().order()))
                .flatMap(job -> KeptFiles.entries(job).stream()
                        .map(result -> new ResultPage.Located(
                                job.token(), job.acceptance().membership(), result)))
                .toList();
        int next = offset + rows.size();
        return new ResultPage(results, next < group.size() ? Optional.of(next) : Optional.empty());
    }

    /**
     * Applies a command to each open job in a fitting state and skips the others. A hold or an ending starts with the
     * last job and a release with the first job, so that no job takes a turn meanwhile.
     *
     * @return the number of jobs in a fitting state
     * @throws ProblemException JOB_STATE if no job is in a fitting state
     */
    int grant(JobGroup group, UserCommand command, String by, String from) {
        JobFilter open = JobFilter.ofGroup(group.token()).in(OPEN);
        List<JobToken> jobs = tokens(
                command == Holding.RELEASE
                        ? journal.oldest(open, 0, group.size())
                        : journal.list(open, 0, group.size()));
        Granted granted = dispatcher.grant(jobs, command, by, from);
        if (granted.fitted() == 0 && !cancelledBefore(group, command)) {
            throw refused(group, granted.refusal());
        }
        return granted.fitted();
    }

    /**
     * Returns whether the command ends a group that was cancelled before. To end a cancelled group again is accepted
     * without effect, as for a single job, so clients can repeat every call.
     */
    private boolean cancelledBefore(JobGroup group, UserCommand command) {
        return command instanceof Ending && status(group).ended(JobOutcome.CANCELLED) > 0;
    }

    private static ProblemException refused(JobGroup group, Optional<ProblemException> refusal) {
        return new ProblemException(new Problem(
                ProblemCode.JOB_STATE,
                "this fits none of the " + GroupWords.jobs(group.size()) + " of group " + group.token(),
                refusal.map(e -> e.problem().message()).orElse("all of them are closed")));
    }

    /**
     * Returns the jobs that a retry runs again, in the order of the sweep: those that are not done, or all jobs if all
     * are done.
     */
    List<Job> toDoAgain(JobGroup group) {
        List<JobRow> rows = journal.oldest(JobFilter.ofGroup(group.token()), 0, group.size());
        long open = rows.stream().filter(row -> row.state() != JobState.CLOSED).count();
        if (open > 0) {
            throw new ProblemException(Problem.of(
                    ProblemCode.JOB_STATE,
                    "group " + group.token() + " has not ended: " + open + " of its " + GroupWords.jobs(group.size())
                            + " are open, and only a closed group is done again"));
        }
        List<JobToken> undone = tokens(rows.stream()
                .filter(row -> !row.outcome().equals(Optional.of(JobOutcome.DONE)))
                .toList());
        List<JobToken> wanted = undone.isEmpty() ? tokens(rows) : undone;
        Map<JobToken, Job> jobs = new HashMap<>();
        for (int i = 0; i < wanted.size(); i += JOBS_OF_A_PAGE) {
            journal.loadSound(wanted.subList(i, Math.min(wanted.size(), i + JOBS_OF_A_PAGE)))
                    .forEach(job -> jobs.put(job.token(), job));
        }
        return wanted.stream().filter(jobs::containsKey).map(jobs::get).toList();
    }

    private static List<JobToken> tokens(List<JobRow> rows) {
        return rows.stream().map(JobRow::token).toList();
    }
}
