package dev.slipway.gateway.sql;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A database that the operator lets documents name.
 *
 * @param name the source's name in documents
 * @param jdbcUrl without user and password
 * @param user a role that has no more rights than documents need; never a superuser
 * @param passwordFile holds the password on one line; read at each login, so that a change needs no restart
 * @param driver of a database other than PostgreSQL; the gateway has PostgreSQL's driver
 * @param own logins for single users of the service
 */
public record DatabaseSource(
        String name, String jdbcUrl, String user, Path passwordFile, Optional<BroughtDriver> driver, OwnLogins own) {

    /** Makes a source with one login that all users share. */
    public DatabaseSource(String name, String jdbcUrl, String user, Path passwordFile, Optional<BroughtDriver> driver) {
        this(name, jdbcUrl, user, passwordFile, driver, OwnLogins.NONE);
    }

    /** Returns the same database by another login. */
    public DatabaseSource as(OwnLogins.Login login) {
        return new DatabaseSource(name, jdbcUrl, login.user(), login.passwordFile(), driver);
    }

    /** Makes the source of a PostgreSQL database. */
    public DatabaseSource(String name, String jdbcUrl, String user, Path passwordFile) {
        this(name, jdbcUrl, user, passwordFile, Optional.empty());
    }

    /** Reads the password from its file. */
    public String password() {
        try {
            return Files.readString(passwordFile).strip();
        } catch (IOException e) {
            throw StepProblem.of(ProblemCode.DATABASE_LOGIN, "the password file of source " + name + " cannot be read");
        }
    }
}
