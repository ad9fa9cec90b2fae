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

/** 50,000 damaged documents and as many damaged requests; or one that was kept. */
public final class FuzzBench {
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private FuzzBench() {}

    /** {@code [--quick] [--json] [--check] [--seed N] [--replay FILE]}; the seed is the day's number when none is given. */
    public static void main(String[] arguments) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(arguments));
        String seed = taken(
                words, "--seed", Long.toString(LocalDate.now(Clock.systemUTC()).toEpochDay()));
        String replay = taken(words, "--replay", "");
        Report report = new Report("fuzz", words.toArray(String[]::new));
        Path root = Path.of(System.getProperty("slipway.root"));
        try (FuzzService service = FuzzService.start(root)) {
            Path kept = root.resolve("target/fuzz");
            Fuzz fuzz = new Fuzz(service.service(), LONGEST, kept, service.secrets());
            if (replay.isEmpty()) {
                run(report, fuzz, service.service(), Long.parseLong(seed), root);
            } else {
                fuzz.replay(Path.of(replay));
            }
            fuzz.findings().stream().limit(100).forEach(report::say);
            report.atMost("errors", fuzz.findings().size(), "", 0);
            report.figure("slowest_ms", fuzz.slowestMillis(), "ms");
        }
        System.exit(report.end());
    }

    private static void run(Report report, Fuzz fuzz, LiveService service, long seed, Path root)
            throws IOException, InterruptedException, ExecutionException {
        int samples = report.quick() ? 2_500 : 50_000;
        int first = samples / 5;
        report.say("seed " + seed);
        long begun = System.nanoTime();
        fuzz.run(root, seed, 0, first);
        double before = service.heapMegabytes();
        double mine = myHeapMegabytes();
        int parts = report.quick() ? 1 : 8;
        for (int i = 0; i < parts; i++) {
            int share = (samples - first) / parts;
            fuzz.run(root, seed, first + i * share, first + (i + 1) * share);
            report.say(first + (i + 1) * share + " samples, " + fuzz.findings().size() + " errors");
        }
        report.figure("cases", 2.0 * samples, "");
        report.figure("seconds", (System.nanoTime() - begun) / 1e9, "s");
        report.figure("heap_mb", service.heapMegabytes(), "MB");
        // Of the service, whose store knows more jobs and operations now, and of the reader here.
        report.atMost("heap_growth_mb", service.heapMegabytes() - before, "MB", 16);
        report.atMost("reader_growth_mb", myHeapMegabytes() - mine, "MB", 8);
    }

    private static double myHeapMegabytes() {
        System.gc();
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1e6;
    }

    /** The value after this option, which is taken out. */
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
