package dev.slipway.journal;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobTally;
import dev.slipway.job.JobToken;
import dev.slipway.job.RecordedEvent;
import dev.slipway.problem.ProblemException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The durable record of all jobs. Every change is on disk before the call that makes it returns. All calls throw {@link
 * JournalUnavailable} while the store cannot be reached; in that case the journal is unchanged, or the next read shows
 * the change. Reads of a job check its hashes, and throw {@link JournalCorrupt} if the stored events are not those that
 * were written.
 */
public interface JobJournal {

    /**
     * Finds the job or the group that the same owner submitted before under the same submission id.
     *
     * @throws ProblemException SUBMISSION_CONFLICT if the earlier one has another document
     */
    Optional<Acceptance> earlier(NewJobs jobs);

    /**
     * Accepts all jobs together, with consecutive numbers in the order of acceptance. If another call has accepted the
     * same submission meanwhile, returns what that call accepted.
     *
     * @throws ProblemException SUBMISSION_CONFLICT if the earlier one has another document, or if the id of one of the
     *     jobs is in use
     */
    Acceptance accept(NewJobs jobs);

    /** Returns the number of bytes that the store would keep for the document and the requests of these jobs. */
    long bytes(NewJobs jobs);

    /**
     * Finds the group if it belongs to this owner, or if {@code owner} is empty. The search takes as long for another
     * user's group as for an unknown one.
     */
    Optional<JobGroup> group(JobToken token, Optional<String> owner);

    /** Counts the jobs of the group by state and outcome. */
    List<GroupCount> counts(JobToken group);

    /**
     * Returns the newest {@code limit} events of all jobs of the group, oldest first, without checking their hashes.
     */
    List<GroupEvent> groupEvents(JobToken group, int limit);

    /**
     * Appends all events to the job as the caller knows the job, or no event. Each event gets the time of the clock,
     * but never a time before the job's last event: events are ordered by sequence, and a clock that was set back gives
     * spans of zero length, not negative ones.
     *
     * @return the job after the events
     * @throws dev.slipway.job.IllegalTransition if the life cycle forbids one of the events
     * @throws VersionConflict if the journal holds events that {@code job} does not
     */
    Job append(Job job, List<JobEvent> events);

    /**
     * Appends events to several jobs in one transaction: all events, or no event. Returns the jobs in the order of the
     * changes.
     */
    List<Job> append(List<JobChange> changes);

    /** Loads a job by replaying its events. */
    default Optional<Job> load(JobToken token) {
        return load(token, Optional.empty());
    }

    /**
     * Loads a job by replaying the events, if the job belongs to this owner or {@code owner} is empty. The search takes
     * as long for another user's job as for an unknown one.
     */
    Optional<Job> load(JobToken token, Optional<String> owner);

    /**
     * Returns the job as {@link #load} does, for display to people. Changes by this service show at once. The call asks
     * the store again only after a minute, so a lost connection to the store shows no sooner.
     */
    Optional<Job> look(JobToken token, Optional<String> owner);

    /**
     * Loads all of the jobs that exist and are not corrupt, in any order. One call for many jobs is much faster than
     * one call for each.
     */
    List<Job> loadSound(List<JobToken> tokens);

    /** Returns the job's events, oldest first; empty for an unknown job. */
    List<RecordedEvent> events(JobToken token);

    /** Returns the row of one job. */
    Optional<JobRow> row(JobToken token);

    /** Lists the rows of the jobs that match {@code filter}, newest first. */
    List<JobRow> list(JobFilter filter, int offset, int limit);

    /**
     * Lists the jobs that match {@code filter}.
     *
     * @param order any but that by progress, which the store does not know
     */
    List<ListedJob> listed(JobFilter filter, JobOrder order, int offset, int limit);

    /** Lists the rows of the jobs that match {@code filter}, oldest first. */
    List<JobRow> oldest(JobFilter filter, int offset, int limit);

    /** Counts all rows that match {@code filter}. */
    long count(JobFilter filter);

    /** Counts the jobs that match {@code filter} by state and outcome. */
    List<JobTally> tally(JobFilter filter);

    /**
     * Returns the first {@code limit} open jobs with an acceptance number above {@code after}, in the order of
     * acceptance.
     */
    List<JobRow> open(long after, int limit);

    /** Returns the last {@code limit} jobs that ended well, in any order. */
    List<JobToken> lastDone(int limit);

    /**
     * Returns at most {@code limit} jobs that closed at {@code before} or earlier and still have this kind of kept
     * data, the longest closed first.
     */
    List<JobToken> closedWith(KeptData kept, Instant before, int limit);

    /** Returns whether an upload is named by a job that is open or has staged files kept for a retry. */
    boolean needsUpload(String sha256);

    /** Returns the document as submitted, of a job or a group. A job of a group has the document of the group. */
    Optional<byte[]> document(JobToken token);

    /** Returns the number of bytes stored for each user's documents and the requests of that user's jobs. */
    Map<String, Long> documentBytes();

    /**
     * Checks the job's record and returns each finding as one line; empty if chain, projection and document are sound.
     */
    List<String> verify(JobToken token);
}
