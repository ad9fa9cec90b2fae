package dev.slipway.gateway.sql;

import java.nio.file.Path;
import java.util.Map;

/**
 * The logins that users of the service have at a source for themselves alone. Users who share a login see each
 * other's statements there and can end them; only another login keeps them apart, for a statement takes any other
 * role off again.
 *
 * @param required whether a user without one is refused; else that user shares the source's login
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
     * @param passwordFile its password on one line; read at each login
     */
    public record Login(String user, Path passwordFile) {}
}
