package dev.slipway.load;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Tries 50,000 damaged documents and as many damaged requests, or another number, or one kept sample. */
public final class FuzzBench {
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final int PARTS = 8;

    private FuzzBench() {}

    /**
     * Runs {@code [--quick] [--json] [--check] [--seed N] [--cases N] [--replay FILE]}. Without a seed, the seed is the
     * day's number.
     */
    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        String seed = taken(
                words, "--seed", Long.toString(LocalDate.now(Clock.systemUTC()).toEpochDay()));
        String replay = taken(words, "--replay", "");
        String cases = taken(words, "--cases", words.contains("--quick") ? "5000" : "100000");
        Report report = new Report("fuzz", words.toArray(String[]::new));
        Path root = Path.of(System.getProperty("slipway.root"));
        try (FuzzService service = FuzzService.start(root)) {
            Path kept = root.resolve("target/fuzz");
            Fuzz fuzz = new Fuzz(service.service(), LONGEST, kept, service.secrets());
            if (replay.isEmpty()) {
                Samples samples = new Samples(Long.parseLong(seed), Integer.parseInt(cases) / 2);
                run(report, fuzz, service.service(), samples, root);
            } else {
                fuzz.replay(Path.of(replay));
            }
            fuzz.findings().stream().limit(100).forEach(report::say);
            report.figure("cases", fuzz.cases(), "");
            report.atMost("errors", fuzz.findings().size(), "", 0);
            report.figure("slowest_ms", fuzz.slowestMillis(), "ms");
            // These samples took longer than a second beside the other caller, and were tried again alone.
            report.figure("late", fuzz.late(), "");
            report.figure("slowest_alone_ms", fuzz.slowestAloneMillis(), "ms");
        }
        System.exit(report.end());
    }

    /** @param count of documents, and of requests */
    private record Samples(long seed, int count) {}

    private static void run(Report report, Fuzz fuzz, LiveService service, Samples samples, Path root)
            throws IOException, InterruptedException, ExecutionException {
        long seed = samples.seed();
        // The first samples warm the service up: classes, compiled code and pools grow only once.
        int first = samples.count() / 5;
        report.say("seed " + seed);
        long begun = System.nanoTime();
        fuzz.run(root, seed, 0, first);
        double before = service.heapMegabytes();
        double mine = myHeapMegabytes();
        for (int i = 1; i <= PARTS; i++) {
            int rest = samples.count() - first;
            fuzz.run(root, seed, first + rest * (i - 1) / PARTS, first + rest * i / PARTS);
            report.say(fuzz.cases() + " cases, " + fuzz.findings().size() + " errors, heap "
                    + Math.round(service.heapMegabytes()) + " MB after " + Math.round(before) + " MB");
        }
        report.figure("seconds", (System.nanoTime() - begun) / 1e9, "s");
        report.figure("heap_mb", service.heapMegabytes(), "MB");
        // The growth of the service, with more jobs and operations in its store, and of the reader in this process.
        report.atMost("heap_growth_mb", service.heapMegabytes() - before, "MB", 16);
        report.atMost("reader_growth_mb", myHeapMegabytes() - mine, "MB", 8);
    }

    private static double myHeapMegabytes() {
        System.gc();
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1e6;
    }

    /** Returns the value after this option, and removes both from the words. */
    private static String taken(List<String> words, String option, String otherwise) {
        int at = words.indexOf(option);
        if (at < 0) {
            return otherwise;
        } else if (at + 1 == words.size()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        words.remove(at);
        return words.remove(at);
    }
}
