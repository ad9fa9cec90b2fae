package dev.slipway.desk;

import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemException;
import java.io.InputStream;
import java.util.List;

/**
 * The one door to jobs for every front end. All calls throw {@link ProblemException}; a job that the caller may not see is reported
 * exactly as one that does not exist.
 */
public final class JobDesk {

    /** Accepts a job; it is durable before this returns. The same user, submission id and document give the same token again. */
    public JobToken submit(Caller caller, Submission submission) {
        throw new UnsupportedOperationException();
    }

    /** One job. */
    public JobStatus status(Caller caller, JobToken token) {
        throw new UnsupportedOperationException();
    }

    /** The caller's jobs (an operator's and an auditor's list holds everybody's), newest first. */
    public List<JobSummary> list(Caller caller, int offset, int limit) {
        throw new UnsupportedOperationException();
    }

    /** How many jobs {@link #list} holds in all. */
    public long count(Caller caller) {
        throw new UnsupportedOperationException();
    }

    /** The journal of one job, oldest first. */
    public List<HistoryEntry> history(Caller caller, JobToken token) {
        throw new UnsupportedOperationException();
    }

    /** The document as it was submitted. */
    public byte[] document(Caller caller, JobToken token) {
        throw new UnsupportedOperationException();
    }

    /** The results that are there; empty before the job has staged out. */
    public List<ResultEntry> results(Caller caller, JobToken token) {
        throw new UnsupportedOperationException();
    }

    /** A result's bytes; the caller closes the stream. */
    public InputStream openResult(Caller caller, JobToken token, String name) {
        throw new UnsupportedOperationException();
    }

    /** At most {@code limit} bytes of the run's output from {@code offset}, also while it runs. */
    public OutputChunk output(Caller caller, JobToken token, OutputChunk.Stream stream, long offset, int limit) {
        throw new UnsupportedOperationException();
    }

    /** Takes a waiting job off the queue or kills a running one, whichever fits; a closed job is left as it is. Returns at once. */
    public void cancel(Caller caller, JobToken token) {
        throw new UnsupportedOperationException();
    }
}
