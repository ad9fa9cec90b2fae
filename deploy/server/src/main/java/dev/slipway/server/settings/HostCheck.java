package dev.slipway.server.settings;

import dev.slipway.server.settings.ServerSettings.Host;
import java.nio.file.Path;

/**
 * Finds faults in the ssh hosts among the settings.
 *
 * @param check takes the findings
 */
record HostCheck(SettingsCheck check) {

    void host(String name, Host host) {
        String key = "hosts." + name;
        check.name("hosts", name);
        check.text(key + ".address", host.address());
        check.text(key + ".user", host.user());
        check.port(key + ".port", host.port(), 1);
        login(key, host);
        check.file(key + ".known-hosts-file", host.knownHostsFile());
        if (!host.folder().startsWith("/")) {
            check.wrong(
                    key + ".folder", "not absolute: " + host.folder(), "Give a path from the host's root, as /data.");
        }
    }

    private void login(String key, Host host) {
        boolean byKey = given(host.identityFile()) || given(host.passphraseFile());
        if (byKey && given(host.passwordFile())) {
            check.wrong(
                    key,
                    "it has a key and a password",
                    "Set identity-file, with passphrase-file or not, or password-file.");
        }
        if (given(host.passwordFile())) {
            check.file(key + ".password-file", host.passwordFile());
        } else {
            check.file(key + ".identity-file", host.identityFile());
        }
        if (given(host.passphraseFile())) {
            check.file(key + ".passphrase-file", host.passphraseFile());
        }
    }

    private static boolean given(Path file) {
        return !file.toString().isEmpty();
    }
}
