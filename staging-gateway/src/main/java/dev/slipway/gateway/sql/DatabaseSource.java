package dev.slipway.gateway.sql;

import java.nio.file.Path;

/**
 * A database that the operator lets documents name.
 *
 * @param name what documents call it
 * @param jdbcUrl of PostgreSQL, without user and password
 * @param user a role that has no more rights than documents need; never a superuser
 * @param passwordFile its password on one line; read at each login, so that a change needs no restart
 */
public record DatabaseSource(String name, String jdbcUrl, String user, Path passwordFile) {}
