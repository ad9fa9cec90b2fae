package dev.slipway.journal;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobTally;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.problem.ProblemException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The durable record of all jobs. What a call wrote is on disk before it returns. All calls throw {@link JournalUnavailable} while the
 * store cannot be reached; nothing was then changed, or the change shows on the next read. Reads of a job check its hashes and throw
 * {@link JournalCorrupt} for one that is not what was written.
 */
public interface JobJournal {

    /**
     * Takes a new job in, or finds the one that the same owner submitted before under the same submission id.
     *
     * @param judge asked about a job that was not submitted before; what it throws keeps the job out and comes from here
     * @throws ProblemException SUBMISSION_CONFLICT if that one has another document
     */
    Acceptance accept(NewJob job, Runnable judge);

    /**
     * Takes a sweep in: all of its jobs or none of them, with numbers of the order of acceptance that follow one another; or finds the
     * group that the same owner submitted before under the same submission id.
     *
     * @param judge as of a job
     * @throws ProblemException SUBMISSION_CONFLICT if that one has another document, or if one of the jobs' ids is in use
     */
    GroupAcceptance accept(NewGroup group, Runnable judge);

    /** Returns how many bytes the store would keep of this job: of its document and of its request. */
    long bytes(NewJob job);

    /** Returns how many bytes the store would keep of this sweep: of its document and of the request of each job. */
    long bytes(NewGroup group);

    /** The group, if it is this owner's or {@code owner} is empty; another's costs what an unknown one costs. */
    Optional<JobGroup> group(JobToken token, Optional<String> owner);

    /** How the group's jobs stand. */
    List<GroupCount> counts(JobToken group);

    /** The newest {@code limit} events of all the group's jobs, oldest first; their hashes are not looked at. */
    List<GroupEvent> groupEvents(JobToken group, int limit);

    /**
     * Appends events to the job as the caller knows it, all or none. Their time is that of the clock, but never before the job's last
     * event: order is by sequence, and a clock that was set back gives spans of no length, not negative ones.
     *
     * @return the job after them
     * @throws dev.slipway.job.IllegalTransition if the life cycle forbids one of them
     * @throws VersionConflict if the journal holds events that {@code job} does not
     */
    Job append(Job job, List<JobEvent> events);

    /** The same for several jobs in one transaction: all or none. The jobs after it are in the order of the changes. */
    List<Job> append(List<JobChange> changes);

    /** The job, replayed. */
    default Optional<Job> load(JobToken token) {
        return load(token, Optional.empty());
    }

    /** The job, replayed, if it is this owner's or {@code owner} is empty; another's costs what an unknown one costs. */
    Optional<Job> load(JobToken token, Optional<String> owner);

    /**
     * The job as {@link #load} gives it, for people to look at: what this service has written shows at once, but the store itself is asked
     * again after a minute only, also whether it is still there.
     */
    Optional<Job> look(JobToken token, Optional<String> owner);

    /** Those of the jobs that are there and not corrupt, in any order: at once, for one by one takes long. */
    List<Job> loadSound(List<JobToken> tokens);

    /** The job's events, oldest first; empty for an unknown job. */
    List<RecordedEvent> events(JobToken token);

    /** One job's row. */
    Optional<JobRow> row(JobToken token);

    /** Rows of the jobs that {@code filter} means, newest first. */
    List<JobRow> list(JobFilter filter, int offset, int limit);

    /** Those rows, oldest first. */
    List<JobRow> oldest(JobFilter filter, int offset, int limit);

    /** How many rows {@link #list} holds in all. */
    long count(JobFilter filter);

    /** How many of them stand in each state, with each outcome. */
    List<JobTally> tally(JobFilter filter);

    /** The first {@code limit} jobs that are not closed, in the order of acceptance, of those accepted after {@code after}. */
    List<JobRow> open(long after, int limit);

    /** How long the last {@code limit} jobs took that were done, the last one last. */
    List<PhaseTimes> recent(int limit);

    /** At most {@code limit} jobs that closed at {@code before} or earlier and of which this is kept, the longest closed first. */
    List<JobToken> closedWith(KeptData kept, Instant before, int limit);

    /** Whether a job names this upload that is open, or whose staged files are kept for a retry. */
    boolean needsUpload(String sha256);

    /** The document as it was submitted: a job's, a group's, or for one of a group that of the group. */
    Optional<byte[]> document(JobToken token);

    /** Returns how many bytes are stored of each user's documents and of the requests of that user's jobs. */
    Map<String, Long> documentBytes();

    /** What is wrong with the job's record, each finding one line; empty if chain, projection and document are sound. */
    List<String> verify(JobToken token);
}
