package dev.slipway.load;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the shipped service on a cluster with Slurm against the bare commands, in turns. The cluster, the service
 * and the bare commands share the machine.
 */
public final class ClusterBench {
    private ClusterBench() {}

    /**
     * Runs {@code [--quick] [--json] [--check] [pairs] [remote] [burst] [array] [flight] -- COMMAND...}. The command
     * serves the home folder named by {@code SLIPWAY_HOME}.
     */
    public static void main(String[] arguments) throws Exception {
        List<String> words = Arrays.asList(arguments);
        int end = words.indexOf("--");
        Report report = new Report(
                "cluster", words.subList(0, end).toArray(String[]::new), "pairs", "remote", "burst", "array", "flight");
        Path home = Path.of(System.getenv("SLIPWAY_HOME"));
        try (ClusterLab lab = ClusterLab.start(words.subList(end + 1, words.size()), home)) {
            if (report.wants("pairs")) {
                new ClusterPairs(report, lab).here();
            }
            if (report.wants("remote")) {
                new ClusterPairs(report, lab).far();
            }
            if (report.wants("burst")) {
                new ClusterBursts(report, lab).singly();
            }
            if (report.wants("array")) {
                new ClusterBursts(report, lab).together();
            }
            if (report.wants("flight")) {
                new ClusterFlight(report, lab).run();
            }
        }
        TemporaryFolders.delete(home.getParent());
        System.exit(report.end());
    }
}
