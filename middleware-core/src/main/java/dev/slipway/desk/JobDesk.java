package dev.slipway.desk;

import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Ending;
import dev.slipway.dispatch.Holding;
import dev.slipway.dispatch.UserCommand;
import dev.slipway.job.Job;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import dev.slipway.job.JobTally;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.request.JobRequest;
import dev.slipway.upload.UploadReceipt;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The one door to jobs for every front end. All calls throw {@link ProblemException}; a job that the caller may not see is reported
 * exactly as one that does not exist.
 */
public final class JobDesk {
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

    /** Accepts a job; it is durable before this returns. The same user, submission id and document give the same token again. */
    public JobToken submit(Caller caller, Submission submission) {
        return submit(caller, submission, () -> {});
    }

    /** The same. @param condition asked about what was not submitted before; what it throws keeps it out and comes from here */
    public JobToken submit(Caller caller, Submission submission, Runnable condition) {
        return intake.accept(caller, submission, Optional.empty(), condition);
    }

    /**
     * Accepts a sweep as one group: all of its jobs are durable before this returns, or none is accepted. The same user, submission id and
     * document give the same group again.
     */
    public Receipt submit(Caller caller, SweepSubmission sweep) {
        return submit(caller, sweep, () -> {});
    }

    /** The same. @param condition as of a job */
    public Receipt submit(Caller caller, SweepSubmission sweep, Runnable condition) {
        return intake.accept(caller, sweep, condition);
    }

    /** Whether {@link #submit} would take the request now: all that stands against it; empty if nothing does. Changes nothing. */
    public List<Problem> obstacles(Caller caller, JobRequest request) {
        return intake.obstacles(caller, List.of(request));
    }

    /** The same of a sweep: against its size, or against the first of its elements that meets anything. */
    public List<Problem> obstacles(Caller caller, List<JobRequest> elements) {
        return intake.obstacles(caller, elements);
    }

    /** What one of these jobs would be given less of than it asks for, in words; it would be taken all the same. */
    public List<String> shortfalls(List<JobRequest> elements) {
        return intake.shortfalls(elements);
    }

    /**
     * Keeps a small file for the caller's jobs, which name it by its SHA-256; durable before this returns. The same bytes again change
     * nothing.
     */
    public UploadReceipt upload(Caller caller, String name, byte[] bytes) {
        return intake.keep(caller, name, bytes);
    }

    /**
     * Does a job again, whatever its outcome, as a new job of the caller with the same document and without its submission id. Files
     * that stage-in left verified in the run folder of the old one are taken over where that folder was kept. Of a group the jobs that are
     * not done are done again, as a new group; all of them if all are done.
     *
     * @param sid the submission id of the new job: a call that is repeated with it gives the same job again; every call without one makes
     *     one more job
     * @return the new job or group, whose parent is {@code token}
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

    /** The same without a submission id. */
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

    /** One job. */
    public JobStatus status(Caller caller, JobToken token) {
        return status(seen(caller, token));
    }

    private JobStatus status(Job job) {
        return StatusView.of(job, dispatcher.live(job.token()), scheduler.position(job.token()), forecast);
    }

    /** What one job asks for; a group is refused. */
    public JobRequest request(Caller caller, JobToken token) {
        return seen(caller, token).request();
    }

    /** Whatever the token names, a job or a group. */
    public TokenStatus standing(Caller caller, JobToken token) {
        Optional<Job> job = find(caller, token);
        return job.isPresent() ? status(job.get()) : groups.status(group(caller, token));
    }

    /**
     * Why the job stands where it stands, what it waits for and about how long, or why it failed. Of a group: how its jobs stand, and the
     * same of the first that is open, or else of the first that failed.
     */
    public Explanation explain(Caller caller, JobToken token) {
        Optional<Job> job = find(caller, token);
        return job.isPresent()
                ? explain(job.get())
                : groups.explain(group(caller, token), one -> explain(seen(caller, one)));
    }

    private Explanation explain(Job job) {
        JobToken token = job.token();
        BlockReason reason = new BlockReason(
                scheduler.limit(token),
                scheduler.share(token),
                dispatcher.shortage(),
                dispatcher.stoppages().ofLaunches(job.acceptance().partition()),
                new StepWaits(job.owner(), dispatcher.waits(job)));
        return Explaining.of(job, dispatcher.live(token), scheduler.position(token), reason, forecast);
    }

    /** The caller's jobs (an operator's and an auditor's list holds everybody's), newest first. */
    public List<JobSummary> list(Caller caller, int offset, int limit) {
        return list(caller, JobFilter.ALL, offset, limit);
    }

    /** Of those jobs the ones that {@code filter} means. */
    public List<JobSummary> list(Caller caller, JobFilter filter, int offset, int limit) {
        return narrowed(caller, filter)
                .map(narrowed -> journal.list(narrowed, Math.max(0, offset), Math.max(0, Math.min(limit, MOST_LISTED))))
                .orElse(List.of())
                .stream()
                .map(this::summary)
                .toList();
    }

    /** A group's jobs, in the sweep's order. */
    public List<JobSummary> members(Caller caller, JobToken group, int offset, int limit) {
        JobFilter members = JobFilter.ofGroup(group(caller, group).token());
        return journal.oldest(members, Math.max(0, offset), Math.max(0, Math.min(limit, MOST_LISTED))).stream()
                .map(this::summary)
                .toList();
    }

    /** How many jobs {@link #list} holds in all. */
    public long count(Caller caller) {
        return count(caller, JobFilter.ALL);
    }

    /** How many of them {@code filter} means. */
    public long count(Caller caller, JobFilter filter) {
        return narrowed(caller, filter).map(journal::count).orElse(0L);
    }

    /** The same by state and outcome. */
    public List<JobTally> tally(Caller caller, JobFilter filter) {
        return narrowed(caller, filter).map(journal::tally).orElse(List.of());
    }

    /** To what the caller may see; empty if that is nothing. */
    private static Optional<JobFilter> narrowed(Caller caller, JobFilter filter) {
        Optional<String> scope = scope(caller);
        return scope.isEmpty()
                ? Optional.of(filter)
                : scope.filter(user -> filter.owner().orElse(user).equals(user)).map(filter::of);
    }

    /** The journal of one job, or of all of a group's together, oldest first: the newest 1000 entries; audit records hold all. */
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

    /** The document as it was submitted; of a group, and of its jobs, the sweep's. */
    public byte[] document(Caller caller, JobToken token) {
        if (find(caller, token).isEmpty()) {
            group(caller, token);
        }
        return journal.document(token).orElseThrow(JobDesk::unknown);
    }

    /** The results that are there; empty before the job has staged out, RESULT_EXPIRED when their time is over. */
    public List<ResultEntry> results(Caller caller, JobToken token) {
        Job job = seen(caller, token);
        KeptFiles.requireTime(job);
        return KeptFiles.entries(job);
    }

    /** The same of a group: of its jobs from the one after the first {@code offset}, as many as one answer holds. */
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

    /** A result's bytes; the caller closes the stream. */
    public InputStream openResult(Caller caller, JobToken token, String name) {
        return files.open(seen(caller, token), name);
    }

    /** At most {@code limit} bytes of the run's output from {@code offset}, also while it runs. */
    public OutputChunk output(Caller caller, JobToken token, OutputChunk.Stream stream, long offset, int limit) {
        return files.output(seen(caller, token), stream, offset, limit);
    }

    /**
     * Takes a waiting job off the queue or kills a running one, whichever fits. Returns at once, whatever moves. Called again it changes
     * nothing, but for a job that has its outcome and only waits to send out what always goes: that is then given up. A job that is
     * closed otherwise is refused. This and the following calls do to a group what they do to each of its jobs that they fit.
     *
     * @return of a group: how many of its jobs it fits
     */
    public OptionalInt cancel(Caller caller, JobToken token) {
        return grant(caller, token, Ending.CANCEL);
    }

    /** Takes a job off the queue; as {@link #cancel}, but a job that was launched is refused. */
    public OptionalInt delete(Caller caller, JobToken token) {
        return grant(caller, token, Ending.DELETE);
    }

    /** Ends a job that has left the queue; as {@link #cancel}, but a job that was not launched is refused. */
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

    /** Keeps a waiting job from being let in and launched, until it is released. Called again it changes nothing. */
    public OptionalInt hold(Caller caller, JobToken token) {
        return grant(caller, token, Holding.HOLD);
    }

    /** Lets a held job take its turns again, in its old rank. Called again it changes nothing; a job that is closed is refused. */
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

    /** What is asked of one job cannot be answered for a group. */
    private Job seen(Caller caller, JobToken token) {
        return find(caller, token).orElseThrow(() -> {
            JobGroup group = group(caller, token);
            return new ProblemException(new Problem(
                    ProblemCode.JOB_STATE,
                    token + " names a group of " + GroupWords.jobs(group.size()) + ", and this is asked of one job",
                    "`slipway list --group " + token + "` names its jobs."));
        });
    }

    /** A foreign token costs what an unknown one costs. */
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

    /** Says the same for a job that does not exist and for one that is somebody else's; so must a door for a malformed token. */
    public static ProblemException unknown() {
        return new ProblemException(Problem.of(ProblemCode.JOB_UNKNOWN, "there is no such job"));
    }

    private static Optional<String> scope(Caller caller) {
        boolean everybody =
                caller.roles().contains(Caller.Role.OPERATOR) || caller.roles().contains(Caller.Role.AUDITOR);
        return everybody ? Optional.empty() : Optional.of(caller.user());
    }

    private JobSummary summary(JobRow row) {
        return new JobSummary(
                row.token(),
                row.name(),
                row.owner(),
                row.state(),
                row.outcome(),
                row.blocked() || dispatcher.leftOut(row.token()),
                row.held() && row.outcome().isEmpty(),
                row.accepted(),
                row.since(),
                row.membership());
    }
}
