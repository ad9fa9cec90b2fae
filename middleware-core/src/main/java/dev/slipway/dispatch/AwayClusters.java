package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Remembers the clusters that do not answer. The first answer of a cluster lets all jobs there go on at once, even
 * those with a later time for the next try. Changed on the loop's thread; the jobs that wait are counted on any thread.
 */
final class AwayClusters {
    private final Loop loop;
    private final Function<Job, String> clusterOf;
    private final Set<String> away = new HashSet<>();

    /** @param clusterOf the name of the cluster that the calls for a job wait for */
    AwayClusters(Loop loop, Function<Job, String> clusterOf) {
        this.loop = loop;
        this.clusterOf = clusterOf;
    }

    /** Takes note that a call for a run has met the problem at this cluster. */
    void met(String cluster, Problem problem) {
        if (problem.code() == ProblemCode.CLUSTER_AWAY) {
            away.add(cluster);
        }
    }

    /** Takes note that the cluster has answered. */
    void answered(String cluster) {
        if (away.remove(cluster)) {
            waiting(cluster).forEach(work -> {
                work.waitUntil(Optional.empty());
                loop.advance(work.token());
            });
        }
    }

    /** Takes note of the result of a check of the cluster. */
    void checked(String cluster, Optional<Problem> found) {
        if (found.filter(Problem::isOutage).isEmpty()) {
            answered(cluster);
        }
    }

    /** Returns the number of jobs that wait for the cluster to answer, and the time of the next try of such a job. */
    Waiters waiters(String cluster) {
        List<OpenJob> waiting = waiting(cluster);
        Optional<Instant> next =
                waiting.stream().flatMap(work -> work.nextTry().stream()).min(Comparator.naturalOrder());
        return new Waiters(waiting.size(), next);
    }

    private List<OpenJob> waiting(String cluster) {
        return loop.all().stream()
                .filter(AwayClusters::waits)
                .filter(job -> clusterOf.apply(job).equals(cluster))
                .flatMap(job -> loop.peek(job.token()).stream())
                .toList();
    }

    private static boolean waits(Job job) {
        return job.state() == JobState.RUNNING
                && job.blocked()
                        .filter(problem -> problem.code() == ProblemCode.CLUSTER_AWAY)
                        .isPresent();
    }
}
