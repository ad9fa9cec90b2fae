package dev.slipway.journal.store;

import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobToken;
import dev.slipway.job.Membership;
import dev.slipway.journal.Acceptance;
import dev.slipway.journal.NewJobs;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.store.NewJobsStatement.NewRow;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Writes all jobs of a sweep to disk in one transaction, some rows at a time. */
final class SweepCommit implements Effect {
    private static final int ROWS_AT_ONCE = 500;
    private static final KillPoint PART = new KillPoint("sweep", "a part of its jobs is written, nothing is committed");

    private final Transaction transaction;
    private final AcceptanceNumbers numbers;
    private final Witness witness;

    /** Makes a job's row from its first event. */
    interface Rows {
        NewRow of(JobEvent.Accepted accepted, Instant at);
    }

    SweepCommit(Transaction transaction, AcceptanceNumbers numbers, Witness witness) {
        this.transaction = transaction;
        this.numbers = numbers;
        this.witness = witness;
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(PART);
    }

    /** Returns how many bytes the first events of the jobs take, but for the digits of their orders. */
    static long bytes(EventCodec codec, JobToken token, NewJobs jobs) {
        return jobs.elements().stream()
                .map(element -> codec.write(accepted(token, jobs, element, 0, StoredBytes.ANY_DIGEST)))
                .mapToLong(StoredBytes::of)
                .sum();
    }

    /**
     * Returns the jobs in order, all on disk; empty if a group of this owner and submission id existed: then no row was
     * written.
     */
    List<Acceptance.Accepted> commit(JobToken token, NewJobs group, String digest, Instant at, Rows rows) {
        List<Long> orders = numbers.next(group.elements().size());
        return transaction.run("accept a sweep of " + orders.size() + " jobs", connection -> {
            List<Acceptance.Accepted> accepted = new ArrayList<>();
            if (!GroupTable.insert(connection, token, group, digest, at)) {
                return accepted;
            }
            while (accepted.size() < orders.size()) {
                witness.passes(PART);
                int to = Math.min(accepted.size() + ROWS_AT_ONCE, orders.size());
                List<NewRow> some = new ArrayList<>();
                for (int i = accepted.size(); i < to; i++) {
                    some.add(rows.of(accepted(token, group, group.elements().get(i), orders.get(i), digest), at));
                }
                Set<JobToken> taken = NewJobsStatement.of(some).write(connection);
                some.forEach(row -> accepted.add(accepted(row, taken)));
            }
            return accepted;
        });
    }

    /**
     * Returns the first event of one of the jobs.
     *
     * @param token the token of the group, if the jobs are a sweep
     */
    static JobEvent.Accepted accepted(
            JobToken token, NewJobs jobs, NewJobs.Element element, long order, String digest) {
        return new JobEvent.Accepted(
                order,
                jobs.owner(),
                jobs.from(),
                element.partition(),
                digest,
                element.request(),
                element.parent(),
                jobs.group().map(group -> new Membership(token, element.number())));
    }

    private static Acceptance.Accepted accepted(NewRow row, Set<JobToken> taken) {
        JobEvent.Accepted acceptance = row.job().acceptance();
        if (!taken.contains(row.job().token())) {
            throw new ProblemException(Problem.of(
                    ProblemCode.SUBMISSION_CONFLICT,
                    "sid " + acceptance.request().submissionId().orElse("") + ", which element "
                            + acceptance.membership().orElseThrow().element()
                            + " of the sweep has, was submitted before as a job of its own"));
        }
        return new Acceptance.Accepted(row.job().token(), acceptance.order());
    }
}
