package dev.slipway.server.settings;

import dev.slipway.server.settings.ClusterSection.HostSection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Finds unusable values in the keys of a cluster that is reached by slurmrestd.
 *
 * @param check takes the findings
 */
record RestCheck(SettingsCheck check) {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    void rest(String key, ClusterSection cluster) {
        HostSection host = cluster.host();
        if (!isAddress(host.rest().address())) {
            check.wrong(
                    key + ".host.rest.address",
                    "no address of slurmrestd: \"" + host.rest().address() + "\"",
                    "Give an address without a path, as http://login1:6820.");
        }
        if (!ClusterCheck.isWatcher(host.user())) {
            check.wrong(
                    key + ".host.user",
                    "no user who can ask for the states of runs: \"" + host.user() + "\"",
                    "Name a user of the cluster, not root, who has a file in the folder of host.rest.tokens.");
        }
        tokens(key + ".host.rest.tokens", host.rest().tokens());
        others(cluster).forEach((other, given) -> {
            if (given) {
                check.wrong(
                        key + "." + other,
                        "a cluster with host.rest does not use this key",
                        "Remove the key, or host.rest.");
            }
        });
    }

    private static boolean isAddress(String text) {
        try {
            URI address = URI.create(text);
            return SCHEMES.contains(String.valueOf(address.getScheme()))
                    && address.getHost() != null
                    && text.equals(address.getScheme() + "://" + address.getAuthority())
                    && address.getUserInfo() == null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void tokens(String key, Path folder) {
        String remedy =
                "Give the absolute path of a folder that only the service can enter, with a file for each user.";
        check.absolute(key, folder, remedy);
        if (folder.isAbsolute() && !Files.isExecutable(folder)) {
            check.wrong(key, "no folder that the service can enter: " + folder, remedy);
        } else if (folder.isAbsolute()) {
            // Users cannot read a file in a folder that they cannot enter, so the rights to the files do not matter.
            OthersRights.to(folder, OthersRights.ALL)
                    .ifPresent(why -> check.wrong(
                            key,
                            "others can get at the tokens in it (" + why + "): " + folder,
                            "`chown` it to the service's user and `chmod 700` it."));
        }
    }

    /** Returns the keys of the other ways to a cluster. The value of a key says whether the key is set. */
    private static Map<String, Boolean> others(ClusterSection cluster) {
        HostSection host = cluster.host();
        Map<String, Boolean> others = new LinkedHashMap<>();
        others.put("host.address", !host.address().isEmpty());
        others.put("host.port", host.port() != ClusterSection.USUAL_PORT);
        others.put("host.identity-file", isGiven(host.identityFile()));
        others.put("host.passphrase-file", isGiven(host.passphraseFile()));
        others.put("host.known-hosts-file", isGiven(host.knownHostsFile()));
        others.put("host.scratch", isGiven(host.scratch()));
        others.put("slurm-conf", isGiven(cluster.slurmConf()));
        others.put("commands", isGiven(cluster.commands()));
        return others;
    }

    private static boolean isGiven(Path path) {
        return !path.toString().isEmpty();
    }
}
