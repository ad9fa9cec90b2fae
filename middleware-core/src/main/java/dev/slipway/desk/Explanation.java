package dev.slipway.desk;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a job stands where it stands, in words that every door shows alike.
 *
 * @param since when it entered its state
 * @param headline one sentence: what the job does, waits for, or how it ended
 * @param waitsFor the thing it waits for; empty for a job that waits for nothing
 * @param position its rank among those that wait with it, 1 for the next; empty for all others
 * @param estimate about how long until it goes on (or until it ends, once it runs); empty when nothing is known yet
 * @param basis what the estimate rests on, such as "the last 20 runs on local"; without one, why there is none; empty if none is due
 * @param trouble the outage it waits for or the problem that it failed by
 * @param remedy what the reader can do; empty if there is nothing to do
 */
public record Explanation(
        JobToken token,
        String name,
        JobState state,
        Instant since,
        String headline,
        Optional<String> waitsFor,
        Optional<Integer> position,
        Optional<Duration> estimate,
        String basis,
        Optional<Trouble> trouble,
        String remedy) {

    /** The estimate and what it rests on in words, such as "about 4 min, from the last 20 runs on local"; empty without one. */
    public String about() {
        return estimate.map(left -> words(left) + (basis.isEmpty() ? "" : ", from " + basis))
                .orElse("");
    }

    /** No finer than an estimate is worth. */
    private static String words(Duration left) {
        long seconds = left.toSeconds();
        if (seconds < 2) {
            return "any moment now";
        }
        if (seconds < 60) {
            return "about " + seconds + " s";
        }
        long minutes = left.plusSeconds(30).toMinutes();
        if (minutes < 60) {
            return "about " + minutes + " min";
        }
        return minutes < 24 * 60
                ? "about " + minutes / 60 + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min")
                : "about " + minutes / (24 * 60) + " d";
    }

    /**
     * What went wrong.
     *
     * @param phase in which state
     * @param thing what it hit: a step with its place, the program, a partition
     * @param owner whose problem it is
     * @param lasting whether it ended the job; otherwise the job waits and goes on by itself
     */
    public record Trouble(JobState phase, String thing, ProblemCode.Owner owner, Problem problem, boolean lasting) {}
}
