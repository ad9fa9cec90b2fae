package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.sql.Access;
import dev.slipway.gateway.sql.SourceLogins;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.request.SqlExtract;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.StepContext;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Opens sessions at one PostgreSQL source.
 *
 * @param snapshots the snapshots of jobs at all sources
 */
record Sessions(SourceLogins<Database> logins, Snapshots snapshots) {

    /** Returns the name of the source. */
    String source() {
        return logins.source().name();
    }

    /** Opens a session for an extract of {@code owner}, which reads {@code snapshot} if present. */
    Session read(SqlExtract step, String owner, Optional<Snapshot> snapshot, Cancellation cancellation)
            throws InterruptedException {
        Session session = logins.of(owner).open(Access.READ, cancellation);
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
        Database database = logins.of(context.owner());
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

    Session write(String owner, Cancellation cancellation) throws InterruptedException {
        return logins.of(owner).open(Access.WRITE, cancellation);
    }

    Session look(String owner, Cancellation cancellation) throws InterruptedException {
        return logins.of(owner).open(Access.LOOK, cancellation);
    }
}
