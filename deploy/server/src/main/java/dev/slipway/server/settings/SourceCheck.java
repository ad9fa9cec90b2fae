package dev.slipway.server.settings;

import dev.slipway.account.UserDesk;
import dev.slipway.gateway.sql.driver.DriverJars;
import dev.slipway.server.settings.ServerSettings.Source;
import dev.slipway.server.settings.ServerSettings.SourceLogin;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds faults in the databases among the settings.
 *
 * @param check takes the findings
 * @param home folder that contains the folder of drivers
 */
record SourceCheck(SettingsCheck check, Path home) {

    void source(String name, Source source) {
        String key = "sources." + name;
        check.name("sources", name);
        if (!showsSecret(check, key, source.url())) {
            address(key, name, source);
        }
        user(check, key, source.user(), source.passwordFile());
        Set<String> users = new HashSet<>();
        for (int i = 0; i < source.logins().size(); i++) {
            login(key + ".logins[" + i + "]", source.logins().get(i), users);
        }
    }

    private void login(String key, SourceLogin login, Set<String> others) {
        if (!UserDesk.isName(login.name())) {
            check.wrong(
                    key + ".name",
                    "not the name of a user of the service: \"" + login.name() + "\"",
                    "Write the name as `slipway user list` shows it.");
        } else if (!others.add(login.name())) {
            check.wrong(
                    key + ".name", "user " + login.name() + " has a login there already", "Leave one of the two out.");
        }
        user(check, key, login.user(), login.passwordFile());
    }

    private void address(String key, String name, Source source) {
        if (!source.url().startsWith("jdbc:")) {
            check.wrong(
                    key + ".url",
                    "not the address of a database: \"" + source.url() + "\"",
                    "Write jdbc:postgresql://HOST:PORT/DATABASE, or what the driver of another database asks for.");
        } else if (!source.postgres()) {
            new DriverJars(source.brought(home))
                    .missing(name, source.url())
                    .ifPresent(fault -> check.wrong(
                            key + (source.driver().isEmpty() ? ".url" : ".driver"),
                            fault,
                            "Put the driver's jar, and those that it needs, into that folder."));
        } else if (!source.driver().isEmpty() || source.readOnlyUser()) {
            check.wrong(key, "driver and read-only-user are not for PostgreSQL", "Leave them out.");
        }
    }

    /** Returns whether the address of a database contains a secret. */
    static boolean showsSecret(SettingsCheck check, String key, String url) {
        boolean shows = url.matches("(?i).*[?&;](user|password)=.*");
        if (shows) {
            check.wrong(
                    key + ".url",
                    "it holds a user or a password",
                    "Move them to " + key + ".user and " + key + ".password-file.");
        }
        return shows;
    }

    static void user(SettingsCheck check, String key, String user, Path passwordFile) {
        check.text(key + ".user", user);
        check.file(key + ".password-file", passwordFile);
    }
}
