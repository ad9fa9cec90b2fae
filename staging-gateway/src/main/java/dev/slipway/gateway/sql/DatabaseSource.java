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
 * @param own logins that users have there for themselves alone
 */
public record DatabaseSource(
        String name, String jdbcUrl, String user, Path passwordFile, Optional<BroughtDriver> driver, OwnLogins own) {

    /** With one login, which all users share. */
    public DatabaseSource(String name, String jdbcUrl, String user, Path passwordFile, Optional<BroughtDriver> driver) {
        this(name, jdbcUrl, user, passwordFile, driver, OwnLogins.NONE);
    }

    /** The same database by another login. */
    DatabaseSource as(OwnLogins.Login login) {
        return new DatabaseSource(name, jdbcUrl, login.user(), login.passwordFile(), driver);
    }

    /** A PostgreSQL. */
    public DatabaseSource(String name, String jdbcUrl, String user, Path passwordFile) {
        this(name, jdbcUrl, user, passwordFile, Optional.empty());
    }
}
