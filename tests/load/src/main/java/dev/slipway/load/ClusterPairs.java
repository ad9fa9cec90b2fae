package dev.slipway.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one job of the service and one job of the bare sbatch in turns, and follows each job from the call to the end.
 */
final class ClusterPairs {
    private static final int WARM_UP = 10;

    private final Report report;
    private final ClusterLab lab;
    private final List<Double> submits = new ArrayList<>();
    private final List<Double> ends = new ArrayList<>();
    private final List<Double> starts = new ArrayList<>();
    private final List<Double> bareSubmits = new ArrayList<>();
    private final List<Double> bareStarts = new ArrayList<>();

    ClusterPairs(Report report, ClusterLab lab) {
        this.report = report;
        this.lab = lab;
    }

    /** Submits a job by the bare command. */
    @FunctionalInterface
    private interface Bare {
        void submit(String name, int number);
    }

    /** Measures the way by commands on the machine of the service. */
    void here() throws Exception {
        pairs(ClusterLab.HERE, report.quick() ? 10 : 40, lab::sbatch);
        report.atMost("submit_overhead_ms", Report.median(submits), "ms", 100);
        spread("submit_overhead_ms", submits);
        report.figure("sbatch_ms", Report.median(bareSubmits), "ms");
        // slurmctld starts jobs at a tick of a second, so one median may lie a whole tick from the other.
        report.atMost("start_overhead_ms", mean(starts) - mean(bareStarts), "ms", 250);
        report.figure("start_ms_mean", mean(starts), "ms");
        report.figure("sbatch_start_ms_mean", mean(bareStarts), "ms");
        report.atMost("end_seen_ms", Report.median(ends), "ms", 300);
        spread("end_seen_ms", ends);
    }

    /** Measures the way over ssh. */
    void far() throws Exception {
        pairs(ClusterLab.FAR, report.quick() ? 5 : 20, lab::sbatchOverSsh);
        report.atMost("remote_submit_overhead_ms", Report.median(submits), "ms", 300);
        spread("remote_submit_overhead_ms", submits);
        report.figure("remote_sbatch_ms", Report.median(bareSubmits), "ms");
        report.figure("remote_start_overhead_ms", mean(starts) - mean(bareStarts), "ms");
        report.figure("remote_end_seen_ms", Report.median(ends), "ms");
    }

    private void pairs(String partition, int count, Bare bare) throws Exception {
        for (int job = 0; job < WARM_UP; job++) {
            ours(partition, "warm-up-" + partition, job);
        }
        submits.clear();
        starts.clear();
        ends.clear();
        for (int pair = 0; pair < count; pair++) {
            long phase = pair * 1000L / count;
            if (pair % 2 == 0) {
                awaitPhase(phase);
                ours(partition, "ours-" + partition, pair);
                awaitPhase(phase);
                theirs(bare, "theirs-" + partition, pair);
            } else {
                awaitPhase(phase);
                theirs(bare, "theirs-" + partition, pair);
                awaitPhase(phase);
                ours(partition, "ours-" + partition, pair);
            }
        }
        report.say(partition + ": " + count + " pairs; accepted to sbatch's answer " + rounded(submits)
                + " ms, end to journal " + rounded(ends) + " ms");
    }

    private static List<Long> rounded(List<Double> values) {
        return values.stream().map(Math::round).toList();
    }

    /**
     * Waits for this part of a second. Both jobs of a pair begin at the same part, and the pairs at all parts, so that
     * the tick of slurmctld meets both alike.
     */
    private static void awaitPhase(long millis) throws InterruptedException {
        Thread.sleep(Math.floorMod(millis - System.currentTimeMillis(), 1000L));
    }

    private void ours(String partition, String name, int number) throws Exception {
        Instant called = Instant.now();
        String token = lab.submit(partition, name, number);
        Stamps.Stamp stamp = lab.stamps().await(name, number);
        Instant seen = lab.await(token, "RUN_ENDED");
        lab.await(token, "CLEANED");
        List<ClusterLab.Entry> history = lab.history(token);
        submits.add(millis(
                ClusterLab.at(history, "ACCEPTED").orElseThrow(),
                ClusterLab.at(history, "CLUSTER_ACCEPTED").orElseThrow()));
        starts.add(millis(called, stamp.begun()));
        ends.add(millis(stamp.ended(), seen));
    }

    private void theirs(Bare bare, String name, int number) throws InterruptedException {
        Instant called = Instant.now();
        bare.submit(name, number);
        bareSubmits.add(millis(called, Instant.now()));
        bareStarts.add(millis(called, lab.stamps().await(name, number).begun()));
    }

    static double millis(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e6;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private void spread(String key, List<Double> values) {
        report.figure(key + "_least", Report.quantile(values, 0), "ms");
        report.figure(key + "_most", Report.quantile(values, 1), "ms");
    }
}
