package dev.slipway.faults;

import dev.slipway.servers.TestFolders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Runs {@code OutageBench [--quick] [--only WORDS] [--json] [--check]}: breaks a real cluster around one job after
 * another, each time once with the service alive and once with the service killed too. Then the bench counts the jobs
 * that were lost, ran twice or were misjudged, and the things that jobs left behind.
 */
public final class OutageBench {
    /** Each of these faults happens twice. */
    private static final int QUICK = 20;

    private OutageBench() {}

    /**
     * Breaks the cluster by the chosen faults, and prints the result. Ends with status 1 if {@code --check} finds a
     * missed goal.
     */
    public static void main(String[] args) throws Exception {
        List<String> options = Arrays.asList(args);
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "slipway-bench-outage");
        boolean good;
        try (OutageRun run = OutageRun.start(folder)) {
            for (ClusterFault fault : chosen(options)) {
                suffer(run, fault, false);
                suffer(run, fault, true);
            }
            System.out.println(options.contains("--json") ? json(run) : table(run));
            good = run.findings() == 0;
        }
        if (good) {
            TestFolders.remove(folder);
        }
        System.exit(options.contains("--check") && !good ? 1 : 0);
    }

    private static List<ClusterFault> chosen(List<String> options) {
        int only = options.indexOf("--only");
        List<ClusterFault> all = ClusterFault.all();
        if (only >= 0) {
            return all.stream()
                    .filter(fault -> fault.title(false).contains(options.get(only + 1)))
                    .toList();
        }
        return options.contains("--quick") ? all.subList(0, QUICK) : all;
    }

    private static void suffer(OutageRun run, ClusterFault fault, boolean killed) throws Exception {
        long begun = System.nanoTime();
        int before = run.findings();
        run.suffer(fault, killed);
        String verdict = run.findings() == before ? "ok" : "WRONG";
        double seconds = (System.nanoTime() - begun) / 1e9;
        System.err.printf("%3d  %-5s %-90s %5.1f s%n", run.faults(), verdict, fault.title(killed), seconds);
    }

    private static String table(OutageRun run) {
        return """
                outage: %d faults of a cluster with Slurm

                              ours   goal
                  lost      %6d      0   %s
                  doubled   %6d      0   %s
                  misjudged %6d      0   %s
                  orphans   %6d      0   %s""".formatted(
                        run.faults(),
                        run.lost().size(),
                        String.join("\n    ", run.lost()),
                        run.doubled().size(),
                        String.join("\n    ", run.doubled()),
                        run.misjudged().size(),
                        String.join("\n    ", run.misjudged()),
                        run.orphans().size(),
                        String.join("\n    ", run.orphans()));
    }

    private static String json(OutageRun run) {
        return """
                {"bench":"outage","machine":{"cpus":%d,"java":"%s","os":"%s"},"results":{"faults":%d,"lost":%d,\
                "doubled":%d,"misjudged":%d,"orphans":%d}}""".formatted(
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("java.version"),
                        System.getProperty("os.version"),
                        run.faults(),
                        run.lost().size(),
                        run.doubled().size(),
                        run.misjudged().size(),
                        run.orphans().size());
    }
}
