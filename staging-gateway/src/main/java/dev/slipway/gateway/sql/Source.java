package dev.slipway.gateway.sql;

import dev.slipway.problem.Problem;
import java.util.Optional;

/** A database that the operator lets documents name. */
sealed interface Source extends AutoCloseable permits Database, DriverDatabase {

    /** What documents call it. */
    String name();

    /** Whether it lets us in and answers a query; takes nobody's turn, and no connection that was there before. */
    Optional<Problem> probe() throws InterruptedException;

    @Override
    void close();
}
