package dev.slipway.gateway.sql;

import java.nio.file.Path;
import java.util.Map;

/**
 * The logins of single users of the service at a source. Users who share a login see each other's statements there and
 * can end them. Only another login separates users, because a statement can reset any other role.
 *
 * @param required whether a user without a login is refused; otherwise that user shares the source's login
 * @param byUser of the service
 */
public record OwnLogins(boolean required, Map<String, Login> byUser) {
    /** Everybody shares the source's login. */
    public static final OwnLogins NONE = new OwnLogins(false, Map.of());

    public OwnLogins {
        byUser = Map.copyOf(byUser);
    }

    /**
     * A login at the database.
     *
     * @param passwordFile holds the password on one line; read at each login
     */
    public record Login(String user, Path passwordFile) {}
}
