package dev.slipway.web.jobs;

import dev.slipway.desk.JobLine;
import dev.slipway.job.JobState;
import dev.slipway.web.Readable;
import java.time.Duration;
import java.time.Instant;

/**
 * Holds the facts about one job that a reader can choose to see in the list. A fact that a job does not have is empty.
 *
 * @param lasted the time of the run
 * @param running whether the run goes on
 * @param share the share of the work that is done, for people
 * @param done the same share from 0 to 100; -1 without a report
 * @param template the template, with its owner
 * @param values the values of the template's blanks
 */
public record ListFacts(
        String lasted, boolean running, String share, double done, String reason, String template, String values) {

    static ListFacts of(JobLine line, Instant now) {
        boolean running = line.job().state() == JobState.RUNNING && line.ran().isEmpty();
        String lasted = running
                ? Readable.about(Duration.between(line.job().since(), now))
                : line.ran().map(Readable::duration).orElse("");
        double share = line.share();
        return new ListFacts(
                lasted,
                running,
                share < 0 ? "" : Readable.done(share),
                share < 0 ? -1 : share * 100,
                line.words().reason(),
                line.words().template(),
                line.words().values());
    }
}
