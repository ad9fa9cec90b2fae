package dev.slipway.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster that Slurm manages.
 *
 * @param name the operator's name of the cluster
 * @param conf the file {@code slurm.conf} for Slurm's commands; empty for the usual file of the commands
 * @param commands the folder of Slurm's commands; empty for the usual folders of programs
 * @param interval the least time between two questions for the states of all runs
 * @param timeout the time after which a command that has not answered is ended
 * @param queues Slurm's partition beneath each partition of the service that the cluster serves
 * @param accounts the accounts of the submitters
 * @param hosts the programs and sockets on the hosts of the cluster
 */
public record ClusterSettings(
        String name,
        Optional<Path> conf,
        Optional<Path> commands,
        Duration interval,
        Duration timeout,
        Map<String, String> queues,
        ClusterAccounts accounts,
        ClusterHosts hosts) {
    public ClusterSettings {
        queues = Map.copyOf(queues);
        conf.ifPresent(file -> require(file.isAbsolute(), "the path of slurm.conf must be absolute: " + file));
        commands.ifPresent(
                folder -> require(folder.isAbsolute(), "the folder of commands must be absolute: " + folder));
        require(!interval.isNegative() && !interval.isZero(), "the interval between two questions must be positive");
        require(timeout.compareTo(Duration.ofSeconds(1)) >= 0, "a command must have at least one second");
    }

    /** Returns the path of one of Slurm's commands, or the name alone if the command is in a usual folder. */
    public String command(String name) {
        return commands.map(folder -> folder.resolve(name).toString()).orElse(name);
    }

    /** Returns the variables by which Slurm's commands answer in one language and in universal time. */
    public Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>(Map.of("LC_ALL", "C", "TZ", "UTC"));
        conf.ifPresent(file -> variables.put("SLURM_CONF", file.toString()));
        return variables;
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
