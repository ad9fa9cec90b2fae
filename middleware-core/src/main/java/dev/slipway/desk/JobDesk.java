package dev.slipway.desk;

import dev.slipway.desk.status.BlockReason;
import dev.slipway.desk.status.Explaining;
import dev.slipway.desk.status.Explanation;
import dev.slipway.desk.status.Forecast;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.desk.status.StatusView;
import dev.slipway.desk.status.TokenStatus;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Ending;
import dev.slipway.dispatch.Holding;
import dev.slipway.dispatch.UserCommand;
import dev.slipway.job.Job;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobState;
import dev.slipway.job.JobTally;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.request.JobRequest;
import dev.slipway.run.RunProgress;
import dev.slipway.upload.UploadReceipt;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The only entry to jobs for every front end. All calls throw {@link ProblemException}. A job that the caller may not
 * see is reported exactly like a job that does not exist.
 */
public final class JobDesk {
    /** A list ordered by progress considers only this many jobs, the newest ones. */
    public static final int MOST_BY_PROGRESS = 1000;

    private static final int MOST_LISTED = 1000;

    private final JobJournal journal;
    private final Dispatcher dispatcher;
    private final MetaScheduler scheduler;
    private final Intake intake;
    private final KeptFiles files;
    private final Forecast forecast;
    private final Groups groups;

    public JobDesk(
            JobJournal journal,
            Dispatcher dispatcher,
            MetaScheduler scheduler,
            Intake intake,
            KeptFiles files,
            Forecast forecast) {
        this.journal = journal;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.intake = intake;
        this.files = files;
        this.forecast = forecast;
        this.groups = new Groups(journal, dispatcher);
    }

    /** Accepts a job, durably. The same user, submission id and document return the same token again. */
    public JobToken submit(Caller caller, Submission submission) {
        return submit(caller, submission, () -> {});
    }

    /** Accepts a job. @param condition runs for a new job only; the job is refused with any exception that it throws */
    public JobToken submit(Caller caller, Submission submission, Runnable condition) {
        return intake.accept(caller, submission, Optional.empty(), condition);
    }

    /**
     * Accepts a sweep as one group: either all jobs are durable before this returns, or no job is accepted. The same
     * user, submission id and document return the same group again.
     */
    public Receipt submit(Caller caller, SweepSubmission sweep) {
        return submit(caller, sweep, () -> {});
    }

    /** Accepts a sweep. @param condition as for a single job */
    public Receipt submit(Caller caller, SweepSubmission sweep, Runnable condition) {
        return intake.accept(caller, sweep, condition);
    }

    /** Returns all problems for which {@link #submit} would refuse the request now. Has no effect. */
    public List<Problem> obstacles(Caller caller, JobRequest request) {
        return intake.obstacles(caller, List.of(request));
    }

    /** Returns the problems with a sweep's size, or those of its first element that has any. Has no effect. */
    public List<Problem> obstacles(Caller caller, List<JobRequest> elements) {
        return intake.obstacles(caller, elements);
    }

    /** Describes, in words, where a job would get less than it asks for. A shortfall refuses no job. */
    public List<String> shortfalls(List<JobRequest> elements) {
        return intake.shortfalls(elements);
    }

    /** Keeps a small file, durably, for the caller's jobs, which name the file by SHA-256. Keeps equal bytes once. */
    public UploadReceipt upload(Caller caller, String name, byte[] bytes) {
        return intake.keep(caller, name, bytes);
    }

    /**
     * Runs a job again after any outcome, as a new job of the caller with the same document and without the old
     * submission id. If the old run folder was kept, the new job takes over the files that stage-in left verified
     * there. For a group, the jobs that are not done run again as a new group; if all are done, all run again.
     *
     * @param sid the submission id of the new job; repeated calls with the same id return the same job
     * @return the new job or group, with {@code token} as parent
     */
    public JobToken retry(Caller caller, JobToken token, Optional<String> sid) {
        JobToken again = retried(caller, token, sid);
        if (sid.isPresent() && !parent(again).equals(Optional.of(token))) {
            throw new ProblemException(new Problem(
                    ProblemCode.SUBMISSION_CONFLICT,
                    "sid " + sid.get() + " was given to another submission or retry before",
                    "earlier: " + again));
        }
        return again;
    }

    /** Runs a job or group again without a submission id: each call makes a new one. */
    public JobToken retry(Caller caller, JobToken token) {
        return retry(caller, token, Optional.empty());
    }

    private Optional<JobToken> parent(JobToken token) {
        Optional<Job> job = journal.look(token, Optional.empty());
        return job.isPresent()
                ? job.get().acceptance().parent()
                : journal.group(token, Optional.empty()).flatMap(JobGroup::parent);
    }

    private JobToken retried(Caller caller, JobToken token, Optional<String> sid) {
        Optional<Job> found = find(caller, token);
        if (found.isEmpty()) {
            JobGroup group = changeable(caller, group(caller, token));
            return intake.again(caller, group, groups.toDoAgain(group), sid).group();
        }
        Job job = changeable(caller, found.get());
        if (job.state() != JobState.CLOSED) {
            throw new ProblemException(Problem.of(
                    ProblemCode.JOB_STATE,
                    "job " + token + " has not ended: it is " + job.state() + ", and only a closed job is done again"));
        }
        byte[] document = journal.document(token).orElseThrow(JobDesk::unknown);
        return intake.accept(
                caller, new Submission(document, job.request().withSubmissionId(sid)), Optional.of(token), () -> {});
    }

    /** Returns the status of one job. */
    public JobStatus status(Caller caller, JobToken token) {
        return status(seen(caller, token));
    }

    private JobStatus status(Job job) {
        return StatusView.of(job, dispatcher.live(job.token()), scheduler.position(job.token()), forecast);
    }

    /** Returns the request of one job; refuses a group. */
    public JobRequest request(Caller caller, JobToken token) {
        return seen(caller, token).request();
    }

    /** Returns the status of the job or the group that the token names. */
    public TokenStatus standing(Caller caller, JobToken token) {
        Optional<Job> job = find(caller, token);
        return job.isPresent() ? status(job.get()) : groups.status(group(caller, token));
    }

    /**
     * Explains why the job is in its present state: which condition the job waits for and about how long, or why the
     * job failed. For a group, counts the states of its jobs and explains the first open job, or else the first failed
     * job.
     */
    public Explanation explain(Caller caller, JobToken token) {
        Optional<Job> job = find(caller, token);
        return job.isPresent()
                ? explain(job.get())
                : groups.explain(group(caller, token), one -> explain(seen(caller, one)));
    }

    private Explanation explain(Job job) {
        JobToken token = job.token();
        BlockReason reason = BlockReason.of(job, scheduler, dispatcher);
        return Explaining.of(job, dispatcher.live(token), scheduler.position(token), reason, forecast);
    }

    /** Lists the caller's jobs, newest first. For operators and auditors the list holds the jobs of all users. */
    public List<JobSummary> list(Caller caller, int offset, int limit) {
        return list(caller, JobFilter.ALL, offset, limit);
    }

    /** Lists those of the visible jobs that match {@code filter}, newest first. */
    public List<JobSummary> list(Caller caller, JobFilter filter, int offset, int limit) {
        return narrowed(caller, filter)
                .map(narrowed -> journal.list(narrowed, Math.max(0, offset), Math.max(0, Math.min(limit, MOST_LISTED))))
                .map(rows -> Summaries.of(rows, dispatcher))
                .orElse(List.of());
    }

    /**
     * Lists those of the visible jobs that match {@code filter}, with what a reader can choose to see. The list by
     * progress holds only the newest {@link #MOST_BY_PROGRESS}.
     */
    public List<JobLine> lines(Caller caller, JobFilter filter, JobOrder order, int offset, int limit) {
        return narrowed(caller, filter)
                .map(narrowed -> new JobLines(journal, dispatcher)
                        .of(narrowed, order, Math.max(0, offset), Math.max(0, Math.min(limit, MOST_LISTED))))
                .orElse(List.of());
    }

    /** Lists the jobs of a group in the order of the sweep. */
    public List<JobSummary> members(Caller caller, JobToken group, int offset, int limit) {
        JobFilter members = JobFilter.ofGroup(group(caller, group).token());
        return Summaries.of(
                journal.oldest(members, Math.max(0, offset), Math.max(0, Math.min(limit, MOST_LISTED))), dispatcher);
    }

    /** Counts all jobs that {@link #list} would return without a limit. */
    public long count(Caller caller) {
        return count(caller, JobFilter.ALL);
    }

    /** Counts the visible jobs that match {@code filter}. */
    public long count(Caller caller, JobFilter filter) {
        return narrowed(caller, filter).map(journal::count).orElse(0L);
    }

    /** Counts the visible jobs that match {@code filter} by state and outcome. */
    public List<JobTally> tally(Caller caller, JobFilter filter) {
        return narrowed(caller, filter).map(journal::tally).orElse(List.of());
    }

    /** Restricts the filter to the jobs that the caller may see; empty if the caller may see no job that matches. */
    private static Optional<JobFilter> narrowed(Caller caller, JobFilter filter) {
        Optional<String> scope = scope(caller);
        return scope.isEmpty()
                ? Optional.of(filter)
                : scope.filter(user -> filter.owner().orElse(user).equals(user)).map(filter::of);
    }

    /** Returns the newest 1000 journal entries of a job or group, oldest first. Audit records hold all entries. */
    public List<HistoryEntry> history(Caller caller, JobToken token) {
        if (find(caller, token).isEmpty()) {
            return groups.history(group(caller, token), MOST_LISTED);
        }
        List<RecordedEvent> events = journal.events(token);
        return events.subList(Math.max(0, events.size() - MOST_LISTED), events.size()).stream()
                .map(event -> new HistoryEntry(
                        event.sequence(),
                        event.at(),
                        event.event().kind().name(),
                        event.event().text()))
                .toList();
    }

    /** Returns the document as submitted; for a group and for its jobs, the document of the sweep. */
    public byte[] document(Caller caller, JobToken token) {
        if (find(caller, token).isEmpty()) {
            group(caller, token);
        }
        return journal.document(token).orElseThrow(JobDesk::unknown);
    }

    /** Returns the results of a job: empty before stage-out, RESULT_EXPIRED after the retention time. */
    public List<ResultEntry> results(Caller caller, JobToken token) {
        Job job = seen(caller, token);
        KeptFiles.requireTime(job);
        return KeptFiles.entries(job);
    }

    /** Returns the results of a job, or of a group's jobs after the first {@code offset}, as one answer holds. */
    public ResultPage results(Caller caller, JobToken token, int offset) {
        Optional<Job> job = find(caller, token);
        if (job.isEmpty()) {
            return groups.results(group(caller, token), Math.max(0, offset));
        }
        KeptFiles.requireTime(job.get());
        List<ResultPage.Located> results = KeptFiles.entries(job.get()).stream()
                .map(result -> new ResultPage.Located(token, Optional.empty(), result))
                .toList();
        return new ResultPage(results, Optional.empty());
    }

    /** Opens a result for reading; the caller closes the stream. */
    public InputStream openResult(Caller caller, JobToken token, String name) {
        return files.open(seen(caller, token), name);
    }

    /** Returns at most {@code limit} bytes of the run's output from {@code offset}, also while the run goes on. */
    public OutputChunk output(Caller caller, JobToken token, OutputChunk.Stream stream, long offset, int limit) {
        return files.output(seen(caller, token), stream, offset, limit);
    }

    /** Returns the progress that the run of a job has reported so far, the oldest first; empty unless it runs. */
    public List<RunProgress> progress(Caller caller, JobToken token) {
        return files.progress(seen(caller, token));
    }

    /**
     * Cancels a waiting job or kills a running job, and returns at once. Repeated calls have no effect, with one
     * exception: a decided job that only waits for steps that always run gives those steps up. Refuses any other closed
     * job. For a group, this call and the following calls act on each job in a fitting state.
     *
     * @return for a group, the number of jobs on which the call acted
     */
    public OptionalInt cancel(Caller caller, JobToken token) {
        return grant(caller, token, Ending.CANCEL);
    }

    /** Takes a job off the queue as {@link #cancel} does, but refuses a job that was launched. */
    public OptionalInt delete(Caller caller, JobToken token) {
        return grant(caller, token, Ending.DELETE);
    }

    /** Ends a job that has left the queue as {@link #cancel} does, but refuses a job that was not launched. */
    public OptionalInt kill(Caller caller, JobToken token) {
        return grant(caller, token, Ending.KILL);
    }

    private OptionalInt grant(Caller caller, JobToken token, UserCommand command) {
        Optional<Job> job = find(caller, token);
        if (job.isEmpty()) {
            JobGroup group = changeable(caller, group(caller, token));
            return OptionalInt.of(groups.grant(group, command, caller.user(), caller.from()));
        }
        changeable(caller, job.get());
        dispatcher.grant(token, command, caller.user(), caller.from());
        return OptionalInt.empty();
    }

    /** Holds a waiting job: the job is neither let in nor launched until a release. Repeated calls have no effect. */
    public OptionalInt hold(Caller caller, JobToken token) {
        return grant(caller, token, Holding.HOLD);
    }

    /** Releases a held job, which keeps its rank. Repeated calls have no effect; a closed job is refused. */
    public OptionalInt release(Caller caller, JobToken token) {
        return grant(caller, token, Holding.RELEASE);
    }

    private static Job changeable(Caller caller, Job job) {
        caller.requireChange(job.owner(), "job " + job.token());
        return job;
    }

    private static JobGroup changeable(Caller caller, JobGroup group) {
        caller.requireChange(group.owner(), "group " + group.token());
        return group;
    }

    /** Finds one job that the caller may see; refuses a group, for which the calling methods have no answer. */
    private Job seen(Caller caller, JobToken token) {
        return find(caller, token).orElseThrow(() -> {
            JobGroup group = group(caller, token);
            return new ProblemException(Problem.of(
                    ProblemCode.JOB_STATE,
                    token + " names a group of " + GroupWords.jobs(group.size()) + ", and this is asked of one job"));
        });
    }

    /** Finds a job. The search takes as long for another user's token as for an unknown one. */
    private Optional<Job> find(Caller caller, JobToken token) {
        try {
            return journal.look(token, scope(caller)).filter(job -> caller.maySee(job.owner()));
        } catch (JournalCorrupt e) {
            throw new ProblemException(e.problem(), e);
        }
    }

    private JobGroup group(Caller caller, JobToken token) {
        return journal.group(token, scope(caller))
                .filter(group -> caller.maySee(group.owner()))
                .orElseThrow(JobDesk::unknown);
    }

    /** Reports an unknown job, a job of another user and, in every front end, a malformed token alike. */
    public static ProblemException unknown() {
        return new ProblemException(Problem.of(ProblemCode.JOB_UNKNOWN, "there is no such job"));
    }

    private static Optional<String> scope(Caller caller) {
        boolean everybody =
                caller.roles().contains(Caller.Role.OPERATOR) || caller.roles().contains(Caller.Role.AUDITOR);
        return everybody ? Optional.empty() : Optional.of(caller.user());
    }
}
