package dev.slipway.run.slurm;

import dev.slipway.request.ClusterChoice;
import dev.slipway.request.CountRange;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.StreamApplication;
import dev.slipway.run.RunOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The demands of a run on Slurm, and the options of sbatch for them. Each option and the value of the option are one
 * word, so that no value is taken for an option. A {@code %} in a path is doubled, because Slurm would replace a single
 * one.
 *
 * @param queue Slurm's partition
 * @param grace the seconds between asking a run to end and killing it
 * @param account the account to charge; empty if the cluster chooses
 */
public record SbatchOptions(RunOrder order, String queue, long grace, Optional<String> account) {
    private static final long SECONDS_PER_MINUTE = 60;

    /** Returns the words for a run whose batch script writes its own messages to {@code log}. */
    List<String> words(Path log) {
        List<String> words = new ArrayList<>(List.of(
                "--output=" + pattern(log),
                "--open-mode=append",
                "--chdir=" + order.folder().files()));
        words.addAll(named(order.name(), order.name()));
        return words;
    }

    /**
     * Returns the words for an array of runs with demands like those of this one. Each run has its own folder, so the
     * batch script writes the messages about a run into the folder of the run.
     */
    List<String> words(SlurmArray array) {
        List<String> words = new ArrayList<>(List.of("--array=" + array.text(), "--output=/dev/null", "--chdir=/"));
        words.addAll(named(array.place().array(), array.place().comment()));
        return words;
    }

    /**
     * Returns the words for any submission. With {@code --export=ALL} a run gets the variables of sbatch; the script
     * unsets those that are only for sbatch. With {@code NONE}, each host would start a login shell of the user for
     * each run.
     */
    private List<String> named(String name, String comment) {
        List<String> words = new ArrayList<>(List.of(
                "--parsable", "--job-name=" + name, "--comment=" + comment, "--export=ALL", "--input=/dev/null"));
        words.addAll(judged());
        return words;
    }

    /** Returns the options by which the cluster judges whether it takes the run. */
    List<String> judged() {
        List<String> words = new ArrayList<>(List.of("--partition=" + queue, "--time=" + minutes()));
        if (!order.request().demand().choice().rerun()) {
            words.add("--no-requeue");
        }
        words.addAll(demands());
        return words;
    }

    /** Returns the options for the demands of the run on its hosts. */
    List<String> demands() {
        ResourceDemand demand = order.request().demand();
        ClusterChoice choice = demand.choice();
        List<String> words =
                new ArrayList<>(List.of("--ntasks=" + order.request().processes()));
        option(words, "--nodes", hosts());
        option(words, "--ntasks-per-node", demand.processesPerHost());
        option(words, "--cpus-per-task", demand.threadsPerProcess());
        option(words, "--mincpus", demand.processorsPerHost());
        option(words, "--mem", memory().map(kib -> kib + "K"));
        if (demand.exclusive()) {
            words.add("--exclusive");
        }
        option(words, "--constraint", choice.constraint());
        option(words, "--reservation", choice.reservation());
        option(words, "--qos", choice.qos());
        if (choice.rerun()) {
            words.add("--requeue");
        }
        option(words, "--account", account);
        return words;
    }

    private static void option(List<String> words, String name, Optional<?> value) {
        value.ifPresent(given -> words.add(name + "=" + given));
    }

    /**
     * Returns the numbers of hosts in Slurm's notation; empty if Slurm chooses. A stream application runs on one host,
     * where its launcher starts all kernels.
     */
    public Optional<String> hosts() {
        if (order.request().application() instanceof StreamApplication) {
            return Optional.of("1");
        }
        return order.request().demand().hosts().map(this::range);
    }

    /**
     * Returns a range of numbers of hosts in Slurm's notation. Slurm takes a single number as the upper end too, so the
     * number of processes ends a range without an upper end. A higher upper end is lowered to the number of processes,
     * because sbatch does so and slurmrestd does not.
     */
    private String range(CountRange hosts) {
        int processes = order.request().processes();
        int most = Math.min(hosts.most().orElse(processes), processes);
        return most > hosts.least() ? hosts.least() + "-" + most : Integer.toString(hosts.least());
    }

    /**
     * Returns the memory to set aside on each host in KiB, rounded up: the number in the document, or else the limit of
     * the whole run divided by the least number of hosts.
     */
    public Optional<Long> memory() {
        ResourceDemand demand = order.request().demand();
        long hosts = demand.hosts().map(CountRange::least).orElse(1);
        return demand.memoryPerHost()
                .or(() -> order.memory().map(bytes -> (bytes + hosts - 1) / hosts))
                .map(bytes -> (bytes + 1023) / 1024);
    }

    /**
     * Returns the time limit for Slurm: longer than the guard's, so that the guard ends the run and records the
     * reason.
     */
    public long minutes() {
        long seconds = order.wallTime() + 2 * grace + SECONDS_PER_MINUTE;
        return (seconds + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE;
    }

    /** Returns a path for an option that takes a pattern of file names. */
    public static String pattern(Path path) {
        return path.toString().replace("%", "%%");
    }
}
