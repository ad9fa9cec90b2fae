package dev.slipway.gateway.sql;

import dev.slipway.problem.Problem;
import java.util.Optional;

/** A source as it is reached by one login. Each login has its own connections. */
public interface SourceLogin extends AutoCloseable {

    /** Returns the source's name in documents. */
    String name();

    /**
     * Returns the problem of a source that refuses a login or a query now. Takes no step's turn, and uses a new
     * connection.
     */
    Optional<Problem> probe() throws InterruptedException;

    @Override
    void close();
}
