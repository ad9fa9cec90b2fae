package dev.slipway.gateway.sql;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A database that the operator lets documents name.
 *
 * @param name what documents call it
 * @param jdbcUrl without user and password
 * @param user a role that has no more rights than documents need; never a superuser
 * @param passwordFile its password on one line; read at each login, so that a change needs no restart
 * @param driver of a database other than PostgreSQL, whose driver the gateway has
 */
public record DatabaseSource(
        String name, String jdbcUrl, String user, Path passwordFile, Optional<BroughtDriver> driver) {

    /** A PostgreSQL. */
    public DatabaseSource(String name, String jdbcUrl, String user, Path passwordFile) {
        this(name, jdbcUrl, user, passwordFile, Optional.empty());
    }
}
