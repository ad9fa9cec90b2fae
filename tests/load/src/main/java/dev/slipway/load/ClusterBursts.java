package dev.slipway.load;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Compares the jobs a second of the service with those of the bare commands, from the first call to the end of the last
 * program. The cluster has a slot for each job.
 */
final class ClusterBursts {
    private static final int JOBS = 200;
    private static final int MOST_WARM_UPS = 16;

    /** The part of a core that the compilers may still take when the measurement begins. */
    private static final double LITTLE = 0.1;

    private final Report report;
    private final ClusterLab lab;

    ClusterBursts(Report report, ClusterLab lab) {
        this.report = report;
        this.lab = lab;
    }

    /** Submits a burst of jobs. */
    @FunctionalInterface
    private interface Burst {
        void submit(String name, int count) throws Exception;
    }

    /** Compares one caller of the service with a loop of bare sbatch. */
    void singly() throws Exception {
        List<String> last = new ArrayList<>();
        race(
                "burst_vs_sbatch",
                (name, count) -> {
                    for (int number = 1; number <= count; number++) {
                        last.add(lab.submit(ClusterLab.HERE, name, number));
                    }
                },
                (name, count) -> {
                    for (int number = 1; number <= count; number++) {
                        lab.sbatch(name, number);
                    }
                },
                () -> {
                    for (String token : last) {
                        lab.await(token, "CLEANED");
                    }
                    last.clear();
                });
    }

    /** Compares a sweep with one bare array. */
    void together() throws Exception {
        List<String> last = new ArrayList<>();
        race(
                "array_vs_sbatch",
                (name, count) -> last.add(lab.sweep(ClusterLab.HERE, name, count, "")),
                lab::array,
                () -> {
                    for (String token : lab.jobs(last.remove(0))) {
                        lab.await(token, "CLEANED");
                    }
                });
    }

    /** @param rest returns when the service has no job under way */
    private void race(String key, Burst ours, Burst theirs, Race.Way rest) throws Exception {
        int jobs = report.quick() ? JOBS / 4 : JOBS;
        warmUp(key, ours, rest);
        List<Double> ratios = new ArrayList<>();
        List<Double> ourSeconds = new ArrayList<>();
        List<Double> theirSeconds = new ArrayList<>();
        List<Double> used = new ArrayList<>();
        for (int round = 0; round < (report.quick() ? 2 : 5); round++) {
            if (round % 2 == 0) {
                ourSeconds.add(ours(key, round, jobs, ours, used));
                rest.go();
                theirSeconds.add(seconds(key + "-theirs-" + round, jobs, theirs));
            } else {
                theirSeconds.add(seconds(key + "-theirs-" + round, jobs, theirs));
                ourSeconds.add(ours(key, round, jobs, ours, used));
                rest.go();
            }
            ratios.add(theirSeconds.get(round) / ourSeconds.get(round));
            report.say(String.format(
                    "%s: %d jobs, ours %.2f s, theirs %.2f s",
                    key, jobs, ourSeconds.get(round), theirSeconds.get(round)));
        }
        report.atLeast(key, Report.median(ratios), "", 0.8);
        report.figure(key + "_least", Report.quantile(ratios, 0), "");
        report.figure(key + "_most", Report.quantile(ratios, 1), "");
        report.figure(key + "_our_s", Report.median(ourSeconds), "s");
        report.figure(key + "_their_s", Report.median(theirSeconds), "s");
        report.figure(key + "_service_ms", Report.median(used), "ms of a core for each job, with the database");
    }

    /** Returns the seconds of a burst by the service, and adds its processor time for each job to {@code used}. */
    private double ours(String key, int round, int jobs, Burst burst, List<Double> used) throws Exception {
        double before = lab.processorSeconds();
        double seconds = seconds(key + "-ours-" + round, jobs, burst);
        used.add((lab.processorSeconds() - before) * 1_000 / jobs);
        return seconds;
    }

    /**
     * Lets the service have bursts until its compilers have little left to do. A service runs for months, so its
     * compilers have had such bursts before.
     */
    private void warmUp(String key, Burst ours, Race.Way rest) throws Exception {
        double share = 1;
        for (int burst = 0; burst < MOST_WARM_UPS && share > LITTLE; burst++) {
            double before = lab.compilerSeconds();
            double took = seconds(key + "-warm-up-" + burst, JOBS, ours);
            rest.go();
            share = (lab.compilerSeconds() - before) / took;
            report.say(String.format("%s: warm-up %d, %.2f s, compilers %.2f of a core", key, burst + 1, took, share));
        }
        report.figure(key + "_compiler_share", share, "of a core in the last burst of the warm-up");
    }

    private double seconds(String name, int jobs, Burst burst) throws Exception {
        Instant called = Instant.now();
        burst.submit(name, jobs);
        Instant last = lab.stamps().awaitAll(name, jobs).stream()
                .map(Stamps.Stamp::ended)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return ClusterPairs.millis(called, last) / 1000;
    }
}
