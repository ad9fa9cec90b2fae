package dev.slipway.server.settings;

import dev.slipway.gateway.ssh.KnownHosts;
import dev.slipway.postgres.SystemUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds unusable values in the keys of the partitions that have a list of hosts. */
record HostsCheck(SettingsCheck check, ServerSettings settings) {
    private static final String ADDRESS = "[A-Za-z0-9][A-Za-z0-9._-]*";
    private static final String USER = "[a-z_][a-z0-9_-]*";
    private static final String NETWORK = "([0-9]{1,3}\\.){3}[0-9]{1,3}/([12]?[0-9]|3[0-2])";

    void partition(String name, PartitionSettings partition) {
        String key = "partitions." + name + ".hosts";
        HostsSection hosts = partition.hosts();
        if (!partition.onHosts()) {
            if (!hosts.equals(HostsSection.NONE)) {
                check.wrong(key + ".list", "a login without a host", "List the hosts too, or leave hosts out.");
            }
            return;
        }
        if (partition.onCluster()) {
            check.wrong(key, "the partition has hosts and a cluster", "Give one of them.");
        }
        if (partition.slots() != null) {
            check.wrong(
                    "partitions." + name + ".slots",
                    "the slots of the partition are those of its hosts",
                    "Leave slots out, and give each host its slots.");
        }
        hosts.list().forEach(host -> host(key + ".list", host));
        twice(name, key + ".list", hosts.list());
        login(key, hosts);
        if (!hosts.network().isEmpty() && !hosts.network().matches(NETWORK)) {
            check.wrong(key + ".network", "not a network: \"" + hosts.network() + "\"", "Give one, as 10.1.0.0/24.");
        }
        check.text(key + ".mpich", hosts.mpich());
        for (Map.Entry<String, Path> path :
                Map.of("home", settings.home(), "guard", settings.guard()).entrySet()) {
            if (path.getValue().toString().matches(".*\\s.*")) {
                check.wrong(
                        path.getKey(),
                        "mpirun takes the space in it for the end of a word: " + path.getValue(),
                        "Give a path without spaces, or no hosts.");
            }
        }
    }

    private void host(String key, HostsSection.Entry host) {
        if (!host.address().matches(ADDRESS)) {
            check.wrong(
                    key,
                    "not the name or the IPv4 address of a host: \"" + host.address() + "\"",
                    "Give each entry an address, as node1 or 10.1.0.1.");
        }
        if (host.slots() < 1) {
            check.wrong(
                    key,
                    "host " + host.address() + " has " + host.slots() + " slots",
                    "Give each host at least one slot: slots.");
        }
    }

    /** Finds hosts that the list names twice, and hosts to which another partition gives other slots. */
    private void twice(String name, String key, List<HostsSection.Entry> list) {
        Map<String, Integer> slots = new TreeMap<>();
        for (HostsSection.Entry host : list) {
            if (slots.put(host.address().toLowerCase(Locale.ROOT), host.slots()) != null) {
                check.wrong(
                        key, "host " + host.address() + " is named twice", "Name each host once, with all its slots.");
            }
        }
        settings.partitions().forEach((other, partition) -> partition.hosts().list().stream()
                .filter(host -> !other.equals(name))
                .filter(host ->
                        slots.getOrDefault(host.address().toLowerCase(Locale.ROOT), host.slots()) != host.slots())
                .min(Comparator.comparing(HostsSection.Entry::address))
                .ifPresent(host -> check.wrong(
                        key,
                        "host " + host.address() + " has other slots in partition " + other,
                        "Give a host the same slots in all partitions, which share them.")));
    }

    private void login(String key, HostsSection hosts) {
        check.port(key + ".port", hosts.port(), 1);
        boolean root = SystemUser.callerIsRoot();
        if (!hosts.user().matches(USER)) {
            check.wrong(key + ".user", "not a user: \"" + hosts.user() + "\"", "Name the user of the service.");
        } else if (root != hosts.user().equals("root")) {
            check.wrong(
                    key + ".user",
                    root
                            ? "the service is root, and only root gives a run on a host the user of the run"
                            : "the service is not root, so its runs must not be root on a host",
                    root ? "Log in as root." : "Name the user of the service, with the same number on each host.");
        }
        file(key + ".identity-file", hosts.identityFile(), OthersRights.READ_AND_WRITE, "be read or changed");
        file(key + ".known-hosts-file", hosts.knownHostsFile(), OthersRights.WRITE, "be changed");
        if (hosts.knownHostsFile().isAbsolute() && Files.isReadable(hosts.knownHostsFile())) {
            hosts.list().stream()
                    .map(HostsSection.Entry::address)
                    .filter(address -> !KnownHosts.have(hosts.knownHostsFile(), address, hosts.port()))
                    .forEach(address -> check.wrong(
                            key + ".list",
                            "host " + address + " is unknown: " + hosts.knownHostsFile() + " has no key of it",
                            "Compare the host's key with the one that `ssh-keyscan -p " + hosts.port() + " " + address
                                    + "` prints, and add that line to the file."));
        }
    }

    private void file(String key, Path file, Set<PosixFilePermission> refused, String what) {
        check.file(key, file);
        if (file.toString().matches(".*[\"%\\\\\\p{Cntrl}].*")) {
            check.wrong(key, "ssh takes a character of it for something else: " + file, "Give a plain path.");
        }
        if (file.isAbsolute() && Files.isReadable(file)) {
            OthersRights.to(file, refused)
                    .ifPresent(why -> check.wrong(
                            key,
                            "it can " + what + " by others (" + why + "): " + file,
                            "`chown` it to the service's user and `chmod 600` it."));
        }
    }
}
