package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Remembers the clusters that do not answer. The first answer of a cluster lets all its jobs go on at once, however
 * long each of them would have waited for its own next try. Used on the loop's thread.
 */
final class AwayClusters {
    private final Loop loop;
    private final Set<String> away = new HashSet<>();

    AwayClusters(Loop loop) {
        this.loop = loop;
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
            loop.all().stream().filter(AwayClusters::waits).map(Job::token).forEach(token -> loop.peek(token)
                    .ifPresent(work -> {
                        work.waitUntil(Optional.empty());
                        loop.advance(token);
                    }));
        }
    }

    private static boolean waits(Job job) {
        return job.state() == JobState.RUNNING
                && job.blocked()
                        .filter(problem -> problem.code() == ProblemCode.CLUSTER_AWAY)
                        .isPresent();
    }
}
