package dev.slipway.gateway.sql;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A JDBC driver that the operator brings as a jar.
 *
 * @param folder with the jars of drivers and of their dependencies
 * @param type the driver's class; if empty, the first driver declared in the jars that accepts the source's address
 * @param readOnlyUser whether the operator vouches that the source's user has no right to write, for a database without
 *     read-only transactions
 */
public record BroughtDriver(Path folder, Optional<String> type, boolean readOnlyUser) {}
