package dev.slipway.server;

import dev.slipway.postgres.PostgresException;
import dev.slipway.postgres.SystemUser;
import dev.slipway.server.settings.InvalidSettings;
import dev.slipway.server.settings.ServerSettings;

/** As whom a root service runs kernels: never root, never the database's user, or a job could read what all jobs left. */
final class RunUser {
    private static final String KEY = "slipway.run-as";

    private RunUser() {}

    static SystemUser of(ServerSettings settings) {
        SystemUser user = known(settings.runAs());
        if (settings.store().embedded()) {
            SystemUser database = SystemUser.forDatabase(settings.store().embeddedAs());
            if (database.uid() == user.uid() || database.gid() == user.gid()) {
                throw new InvalidSettings(
                        KEY,
                        user.user() + " also runs the embedded database, as " + database.user(),
                        "Give each a user of its own, as by `useradd --system slipway-run`.");
            }
        }
        return user;
    }

    private static SystemUser known(String name) {
        try {
            return SystemUser.named(name);
        } catch (PostgresException e) {
            throw new InvalidSettings(
                    KEY, e.getMessage(), "Make one, as by `useradd --system slipway-run`, or name another.");
        }
    }
}
