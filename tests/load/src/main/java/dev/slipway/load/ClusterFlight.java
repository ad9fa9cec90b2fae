package dev.slipway.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures the work of the service for a thousand jobs at a busy cluster, which has slots for a few of them: the
 * questions to slurmctld, and the age of what the service says about a job.
 */
final class ClusterFlight {
    private static final int JOBS = 1000;
    private static final int FREE_SLOTS_PER_HOST = 4;
    private static final String SECONDS = "4";
    private static final String NAME = "flight";

    private final Report report;
    private final ClusterLab lab;

    ClusterFlight(Report report, ClusterLab lab) {
        this.report = report;
        this.lab = lab;
    }

    void run() throws Exception {
        int jobs = report.quick() ? JOBS / 5 : JOBS;
        lab.occupy(ClusterLab.SLOTS - FREE_SLOTS_PER_HOST);
        List<String> tokens = lab.jobs(lab.sweep(ClusterLab.HERE, NAME, jobs, SECONDS));
        for (String token : tokens) {
            lab.await(token, "CLUSTER_ACCEPTED");
        }
        report.say(jobs + " jobs of the service are at the cluster");
        int before = ended(jobs);
        Instant from = Instant.now();
        long asked = lab.questions();
        Thread.sleep(Duration.ofSeconds(report.quick() ? 20 : 60).toMillis());
        double questions = lab.questions() - asked;
        double intervals = ClusterPairs.millis(from, Instant.now()) / ClusterLab.INTERVAL.toMillis();
        int after = ended(jobs);
        List<Double> ages = ages(tokens, from);
        if (ages.isEmpty()) {
            throw new IllegalStateException("no job began in the time of the measurement");
        }
        report.atMost("polls_per_interval", questions / intervals, "", 1.1);
        report.atMost("status_age_s", Report.median(ages), "s", 5);
        report.figure("status_age_s_least", Report.quantile(ages, 0), "s");
        report.figure("status_age_s_most", Report.quantile(ages, 1), "s");
        report.figure("status_ages", ages.size(), "");
        report.figure("in_flight_at_first", jobs - before, "");
        report.figure("in_flight_at_last", jobs - after, "");
    }

    private int ended(int jobs) {
        int ended = 0;
        for (int number = 1; number <= jobs; number++) {
            ended += lab.stamps().read(NAME, number).isPresent() ? 1 : 0;
        }
        return ended;
    }

    /**
     * Returns, for each job that began after {@code from} and has ended, the time from the first instruction of the
     * program to the event by which the service says that the run is under way.
     */
    private List<Double> ages(List<String> tokens, Instant from) throws Exception {
        List<Double> ages = new ArrayList<>();
        for (int number = 1; number <= tokens.size(); number++) {
            Optional<Stamps.Stamp> stamp = lab.stamps().read(NAME, number);
            if (stamp.filter(one -> one.begun().isAfter(from)).isPresent()) {
                seen(lab.history(tokens.get(number - 1)))
                        .ifPresent(
                                at -> ages.add(ClusterPairs.millis(stamp.get().begun(), at) / 1000));
            }
        }
        return ages;
    }

    /** Returns the time at which the service saw the run under way, or saw its end. */
    private static Optional<Instant> seen(List<ClusterLab.Entry> history) {
        return history.stream()
                .filter(entry -> entry.event().equals("RUN_ENDED")
                        || entry.event().equals("CLUSTER_STAGE") && entry.text().startsWith("the run is under way"))
                .map(ClusterLab.Entry::at)
                .findFirst();
    }
}
