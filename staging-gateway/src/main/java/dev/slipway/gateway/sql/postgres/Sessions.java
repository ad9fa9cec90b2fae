package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.SourceDirectory;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.job.JobToken;
import dev.slipway.request.SqlExtract;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.StepContext;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Opens sessions at the operator's PostgreSQL sources, and holds the snapshots of jobs. */
public final class Sessions implements AutoCloseable {
    private final SourceDirectory<Database> databases;
    private final Snapshots snapshots = new Snapshots();

    /** Connects nowhere yet. */
    public Sessions(SourceDirectory<Database> databases) {
        this.databases = databases;
    }

    /** Opens a session for an extract of {@code owner}, which reads {@code snapshot} if present. */
    Session read(SqlExtract step, String owner, Optional<Snapshot> snapshot, Cancellation cancellation)
            throws InterruptedException {
        Session session = databases.find(step.source(), owner).open(Access.READ, cancellation);
        boolean begun = false;
        try {
            session.join(snapshot, step);
            begun = true;
            return session;
        } finally {
            if (!begun) {
                session.close();
            }
        }
    }

    /**
     * Returns the snapshot that the extract shares. Must be called before the step relies on the work of an earlier
     * try.
     *
     * @throws dev.slipway.problem.ProblemException SNAPSHOT_LOST
     */
    Optional<Snapshot> snapshot(SqlExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        if (context.ledger().snapshot().isEmpty()) {
            return Optional.empty();
        }
        String source = step.source();
        Database database = databases.find(source, context.owner());
        try {
            return Optional.of(cancellation.interruptibly(
                    () -> snapshots.of(
                            context.token(), source, context.ledger().snapshot().get(), database::connect),
                    attempt -> {}));
        } catch (SQLException e) {
            cancellation.check();
            throw PostgresProblems.connecting(source, e);
        }
    }

    /** Releases the snapshots that the job holds. */
    public void release(JobToken token, Executor closing) {
        snapshots.release(token, closing);
    }

    Session write(String source, String owner, Cancellation cancellation) throws InterruptedException {
        return databases.find(source, owner).open(Access.WRITE, cancellation);
    }

    Session look(String source, String owner, Cancellation cancellation) throws InterruptedException {
        return databases.find(source, owner).open(Access.LOOK, cancellation);
    }

    @Override
    public void close() {
        snapshots.close();
    }
}
