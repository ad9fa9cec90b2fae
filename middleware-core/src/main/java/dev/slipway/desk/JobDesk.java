package dev.slipway.desk;

import dev.slipway.dispatch.Admission;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Ending;
import dev.slipway.dispatch.Holding;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.Acceptance;
import dev.slipway.journal.JobFilter;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JobRow;
import dev.slipway.journal.JournalCorrupt;
import dev.slipway.journal.NewJob;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueEntry;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * The one door to jobs for every front end. All calls throw {@link ProblemException}; a job that the caller may not see is reported
 * exactly as one that does not exist.
 */
public final class JobDesk {
    private static final int MOST_LISTED = 1000;

    private final JobJournal journal;
    private final Dispatcher dispatcher;
    private final MetaScheduler scheduler;
    private final Admission admission;
    private final KeptFiles files;
    private final Forecast forecast;

    public JobDesk(
            JobJournal journal,
            Dispatcher dispatcher,
            MetaScheduler scheduler,
            Admission admission,
            KeptFiles files,
            Forecast forecast) {
        this.journal = journal;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.admission = admission;
        this.files = files;
        this.forecast = forecast;
    }

    /** Accepts a job; it is durable before this returns. The same user, submission id and document give the same token again. */
    public JobToken submit(Caller caller, Submission submission) {
        return accept(caller, submission, Optional.empty());
    }

    /** Whether {@link #submit} would take the request now: all that stands against it; empty if nothing does. Changes nothing. */
    public List<Problem> obstacles(Caller caller, JobRequest request) {
        return caller.maySubmit() ? admission.obstacles(caller.user(), request) : List.of(noSubmitter(caller));
    }

    private static Problem noSubmitter(Caller caller) {
        return Problem.of(ProblemCode.NOT_AUTHORISED, "user " + caller.user() + " may not submit jobs");
    }

    /**
     * Does a job again, whatever its outcome, as a new job of the caller with the same document and without its submission id. Files
     * that stage-in left verified in the run folder of the old one are taken over where that folder was kept. Every call makes one
     * more job.
     *
     * @return the new job, whose parent is {@code token}
     */
    public JobToken retry(Caller caller, JobToken token) {
        Job job = changeable(caller, token);
        if (job.state() != JobState.CLOSED) {
            throw new ProblemException(Problem.of(
                    ProblemCode.JOB_STATE,
                    "job " + token + " has not ended: it is " + job.state() + ", and only a closed job is done again"));
        }
        byte[] document = journal.document(token).orElseThrow(JobDesk::unknown);
        return accept(caller, new Submission(document, job.request().withoutSubmissionId()), Optional.of(token));
    }

    private JobToken accept(Caller caller, Submission submission, Optional<JobToken> parent) {
        if (!caller.maySubmit()) {
            throw new ProblemException(noSubmitter(caller));
        }
        dispatcher.requireReady();
        admission.require(caller.user(), submission.request());
        LaunchRequest launch = submission.request().launch();
        String partition = admission.partition(launch);
        Acceptance acceptance = journal.accept(new NewJob(
                caller.user(), caller.from(), submission.document(), submission.request(), partition, parent));
        if (acceptance.fresh()) {
            dispatcher.accepted(new QueueEntry(
                    acceptance.token(),
                    acceptance.order(),
                    caller.user(),
                    partition,
                    launch.processes(),
                    JobState.QUEUED,
                    false,
                    false));
        } else {
            // The answer to its first submission may have been lost on the way from the store.
            dispatcher.accepted(acceptance.token());
        }
        return acceptance.token();
    }

    /** One job. */
    public JobStatus status(Caller caller, JobToken token) {
        Job job = seen(caller, token);
        return StatusView.of(job, dispatcher.live(token), scheduler.position(token));
    }

    /** Why the job stands where it stands, what it waits for and about how long, or why it failed. */
    public Explanation explain(Caller caller, JobToken token) {
        Job job = seen(caller, token);
        Explaining.KeptOut keptOut = new Explaining.KeptOut(scheduler.limit(token), dispatcher.shortage());
        return Explaining.of(job, dispatcher.live(token), scheduler.position(token), keptOut, forecast);
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

    /** How many jobs {@link #list} holds in all. */
    public long count(Caller caller) {
        return count(caller, JobFilter.ALL);
    }

    /** How many of them {@code filter} means. */
    public long count(Caller caller, JobFilter filter) {
        return narrowed(caller, filter).map(journal::count).orElse(0L);
    }

    /** To what the caller may see; empty if that is nothing. */
    private static Optional<JobFilter> narrowed(Caller caller, JobFilter filter) {
        Optional<String> scope = scope(caller);
        return scope.isEmpty()
                ? Optional.of(filter)
                : scope.filter(user -> filter.owner().orElse(user).equals(user)).map(filter::of);
    }

    /** The journal of one job, oldest first: its newest 1000 entries; the audit record holds all. */
    public List<HistoryEntry> history(Caller caller, JobToken token) {
        seen(caller, token);
        List<RecordedEvent> events = journal.events(token);
        return events.subList(Math.max(0, events.size() - MOST_LISTED), events.size()).stream()
                .map(event -> new HistoryEntry(
                        event.sequence(),
                        event.at(),
                        event.event().kind().name(),
                        event.event().text()))
                .toList();
    }

    /** The document as it was submitted. */
    public byte[] document(Caller caller, JobToken token) {
        seen(caller, token);
        return journal.document(token).orElseThrow(JobDesk::unknown);
    }

    /** The results that are there; empty before the job has staged out, RESULT_EXPIRED when their time is over. */
    public List<ResultEntry> results(Caller caller, JobToken token) {
        Job job = seen(caller, token);
        KeptFiles.requireTime(job);
        return KeptFiles.entries(job);
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
     * closed otherwise is refused.
     */
    public void cancel(Caller caller, JobToken token) {
        end(caller, token, Ending.CANCEL);
    }

    /** Takes a job off the queue; as {@link #cancel}, but a job that was launched is refused. */
    public void delete(Caller caller, JobToken token) {
        end(caller, token, Ending.DELETE);
    }

    /** Ends a job that has left the queue; as {@link #cancel}, but a job that was not launched is refused. */
    public void kill(Caller caller, JobToken token) {
        end(caller, token, Ending.KILL);
    }

    private void end(Caller caller, JobToken token, Ending ending) {
        changeable(caller, token);
        dispatcher.grant(token, ending, caller.user(), caller.from());
    }

    /** Keeps a waiting job from being let in and launched, until it is released. Called again it changes nothing. */
    public void hold(Caller caller, JobToken token) {
        changeable(caller, token);
        dispatcher.grant(token, Holding.HOLD, caller.user(), caller.from());
    }

    /** Lets a held job take its turns again, in its old rank. Called again it changes nothing; a job that is closed is refused. */
    public void release(Caller caller, JobToken token) {
        changeable(caller, token);
        dispatcher.grant(token, Holding.RELEASE, caller.user(), caller.from());
    }

    private Job changeable(Caller caller, JobToken token) {
        Job job = seen(caller, token);
        if (!caller.mayChange(job.owner())) {
            throw new ProblemException(Problem.of(
                    ProblemCode.NOT_AUTHORISED, "user " + caller.user() + " may look at job " + token + " only"));
        }
        return job;
    }

    /** One query, whatever the job: a foreign token costs what an unknown one costs. */
    private Job seen(Caller caller, JobToken token) {
        try {
            Optional<Job> inHand = dispatcher.inHand(token).filter(job -> caller.maySee(job.owner()));
            return inHand.map(journal::refresh)
                    .or(() -> journal.load(token, scope(caller)))
                    .filter(job -> caller.maySee(job.owner()))
                    .orElseThrow(JobDesk::unknown);
        } catch (JournalCorrupt e) {
            throw new ProblemException(e.problem(), e);
        }
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
                row.since());
    }
}
