package dev.slipway.server.settings;

import dev.slipway.server.settings.ClusterSection.AccountSection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Finds unusable values in the keys of clusters, and of the partitions that lie on them. */
record ClusterCheck(SettingsCheck check, ServerSettings settings) {
    private static final Duration LEAST_INTERVAL = Duration.ofMillis(100);
    private static final String WORD = "[A-Za-z0-9][A-Za-z0-9_.@-]*";

    void cluster(String name, ClusterSection cluster) {
        String key = "clusters." + name;
        check.name("clusters", name);
        if (cluster.host().byRest()) {
            new RestCheck(check).rest(key, cluster);
        } else if (cluster.host().given()) {
            host(key, cluster);
        } else {
            here(key, cluster);
        }
        if (isGiven(cluster.munge())) {
            check.absolute(key + ".munge", cluster.munge(), "Give the path of munge's socket on the cluster's hosts.");
        }
        if (cluster.interval().compareTo(LEAST_INTERVAL) < 0) {
            check.wrong(
                    key + ".interval",
                    cluster.interval() + " is too often: each question is work for the whole cluster",
                    "Give at least 100ms, as 2s.");
        }
        check.atLeastOneSecond(key + ".timeout", cluster.timeout());
        check.text(key + ".mpich", cluster.mpich());
        accounts(key + ".accounts", cluster.accounts());
        if (settings.home().toString().contains("\\")) {
            check.wrong(
                    "home",
                    "Slurm takes the \\ in it for the beginning of a pattern: " + settings.home(),
                    "Give a path without \\, or no clusters.");
        }
    }

    private void here(String key, ClusterSection cluster) {
        if (isGiven(cluster.slurmConf())) {
            check.file(key + ".slurm-conf", cluster.slurmConf());
        }
        if (isGiven(cluster.commands())) {
            folder(key + ".commands", cluster.commands());
        }
    }

    /** Finds unusable values in the keys of a login node. The file and the folder of Slurm are then on that node. */
    private void host(String key, ClusterSection cluster) {
        ClusterSection.HostSection host = cluster.host();
        check.text(key + ".host.address", host.address());
        check.port(key + ".host.port", host.port(), 1);
        if (!isWatcher(host.user())) {
            check.wrong(
                    key + ".host.user",
                    "no user who can ask for the states of runs: \"" + host.user() + "\"",
                    "Name a user of the cluster, not root, whom no user of the service logs in as.");
        } else if (cluster.accounts().stream().anyMatch(one -> one.user().equals(host.user()))) {
            check.wrong(
                    key + ".host.user",
                    "jobs run as " + host.user() + ", so they could answer for other users' jobs",
                    "Name a user of the cluster as whom no jobs run.");
        }
        check.file(key + ".host.identity-file", host.identityFile());
        if (isGiven(host.passphraseFile())) {
            check.file(key + ".host.passphrase-file", host.passphraseFile());
        }
        check.file(key + ".host.known-hosts-file", host.knownHostsFile());
        if (isGiven(host.scratch())) {
            check.absolute(key + ".host.scratch", host.scratch(), "Give the absolute path on the cluster's hosts.");
        }
        for (Map.Entry<String, Path> there : Map.of("slurm-conf", cluster.slurmConf(), "commands", cluster.commands())
                .entrySet()) {
            if (isGiven(there.getValue())) {
                check.absolute(
                        key + "." + there.getKey(), there.getValue(), "Give the absolute path on the login node.");
            }
        }
    }

    /** Returns whether this is the name of a user who may ask for the states of all runs. */
    static boolean isWatcher(String user) {
        return !user.equals("root") && user.matches(WORD);
    }

    private static boolean isGiven(Path path) {
        return !path.toString().isEmpty();
    }

    private void folder(String key, Path folder) {
        String remedy = "Give the absolute path of the folder that holds sbatch and squeue.";
        check.absolute(key, folder, remedy);
        if (folder.isAbsolute() && !Files.isExecutable(folder.resolve("sbatch"))) {
            check.wrong(key, "no sbatch that can be run in " + folder, remedy);
        }
    }

    private void accounts(String key, List<AccountSection> accounts) {
        String remedy = "Give each user of the service one entry: name, user and charge.";
        for (AccountSection account : accounts) {
            if (account.name().isBlank()) {
                check.wrong(key, "an entry names no user of the service", remedy);
            }
            if (account.user().equals("root")) {
                check.wrong(key, "the jobs of " + account.name() + " would run as root", "Name another user.");
            } else if (!account.user().matches(WORD)) {
                check.wrong(
                        key,
                        "no name of a user of the operating system for " + account.name() + ": \"" + account.user()
                                + "\"",
                        remedy);
            }
            account.charge().stream()
                    .filter(charged -> !charged.matches(WORD))
                    .forEach(charged -> check.wrong(
                            key,
                            "not a name of an account to charge: \"" + charged + "\"",
                            "Use the names that `sacctmgr show account` gives."));
        }
        accounts.stream()
                .map(AccountSection::name)
                .filter(name ->
                        accounts.stream().filter(one -> one.name().equals(name)).count() > 1)
                .distinct()
                .forEach(name -> check.wrong(key, "user " + name + " has two entries", remedy));
    }

    void partition(String name, PartitionSettings partition) {
        String key = "partitions." + name;
        if (!partition.onCluster()) {
            if (!partition.queue().isEmpty()) {
                check.wrong(key + ".queue", "a queue without a cluster", "Set " + key + ".cluster too, or neither.");
            }
            return;
        }
        if (!settings.clusters().containsKey(partition.cluster())) {
            check.wrong(
                    key + ".cluster",
                    "there is no cluster " + partition.cluster(),
                    "Name one of slipway.clusters: "
                            + String.join(", ", settings.clusters().keySet()) + ".");
        }
        if (!partition.queue().matches(WORD)) {
            check.wrong(
                    key + ".queue",
                    "not a partition of Slurm: \"" + partition.queue() + "\"",
                    "Give one name that `sinfo` shows.");
        }
    }
}
