package dev.slipway.load;

import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares Slipway with the tools that people use without Slipway: the same work in turns on one machine, with the same
 * result.
 */
final class Race {
    private static final int ROUNDS = 5;

    private final Report report;
    private final PostgresDatabase database;

    /** @param database that {@link #shell} finds in its environment */
    Race(Report report, PostgresDatabase database) {
        this.report = report;
        this.database = database;
    }

    /** Reaches the result in one way. */
    @FunctionalInterface
    interface Way {
        void go() throws Exception;
    }

    /** Holds the times of one race, in seconds. */
    record Times(String key, List<Double> ours, List<Double> theirs) {
        /** Returns our speed over the rival's, for each round. */
        List<Double> ratios() {
            List<Double> ratios = new ArrayList<>();
            for (int i = 0; i < ours.size(); i++) {
                ratios.add(theirs.get(i) / ours.get(i));
            }
            return ratios;
        }
    }

    /** Runs both ways in turns, each time with the other one first. */
    Times run(String key, Way ours, Way theirs) throws Exception {
        int rounds = report.quick() ? 2 : ROUNDS;
        Times times = new Times(key, new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < rounds; i++) {
            if (i % 2 == 0) {
                times.ours.add(seconds(ours));
                times.theirs.add(seconds(theirs));
            } else {
                times.theirs.add(seconds(theirs));
                times.ours.add(seconds(ours));
            }
            report.say(String.format("%s: ours %.2f s, theirs %.2f s", key, times.ours.get(i), times.theirs.get(i)));
        }
        return times;
    }

    /** Reports the median of the ratios, which is the figure that counts. */
    void report(String key, double goal, Times times) {
        report.atLeast(key, Report.median(times.ratios()), "", goal);
        spread(key, times);
    }

    private void spread(String key, Times times) {
        List<Double> ratios = times.ratios();
        report.figure(key + "_least", Report.quantile(ratios, 0), "");
        report.figure(key + "_most", Report.quantile(ratios, 1), "");
        report.figure(key + "_our_s", Report.median(times.ours()), "s");
        report.figure(key + "_their_s", Report.median(times.theirs()), "s");
    }

    void compare(String key, double goal, Way ours, Way theirs) throws Exception {
        report(key, goal, run(key, ours, theirs));
    }

    void compare(String key, Way ours, Way theirs) throws Exception {
        report(key, run(key, ours, theirs));
    }

    /** Reports a figure without a goal. */
    void report(String key, Times times) {
        report.figure(key, Report.median(times.ratios()), "");
        spread(key, times);
    }

    /**
     * Measures one way. The disk is idle at the beginning; otherwise a way that waits for the disk would wait for the
     * unwritten data of the other.
     */
    private static double seconds(Way way) throws Exception {
        new ProcessBuilder("sync").inheritIO().start().waitFor();
        long begun = System.nanoTime();
        way.go();
        return (System.nanoTime() - begun) / 1e9;
    }

    /** Runs the command as a script of a bank would, with the database's login in its environment. */
    void shell(String command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-o", "pipefail", "-c", command)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT);
        String url = database.jdbcUrl().replaceFirst("jdbc:postgresql://", "").replaceFirst("\\?.*", "");
        builder.environment().put("PGHOST", url.replaceFirst(":.*", ""));
        builder.environment().put("PGPORT", url.replaceFirst("[^:]*:([0-9]+)/.*", "$1"));
        builder.environment().put("PGDATABASE", url.replaceFirst(".*/", ""));
        builder.environment().put("PGUSER", database.user());
        builder.environment().put("PGPASSWORD", database.password());
        if (builder.start().waitFor() != 0) {
            throw new IllegalStateException("the rival fails: " + command);
        }
    }

    static void same(Path one, Path other) throws IOException {
        long at = Files.mismatch(one, other);
        if (at >= 0) {
            throw new IllegalStateException(one + " and " + other + " differ at byte " + at);
        }
    }
}
