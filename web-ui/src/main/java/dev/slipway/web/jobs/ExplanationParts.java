package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.status.Explanation;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobState;
import dev.slipway.run.LauncherNotes;
import dev.slipway.web.PageWords;
import dev.slipway.web.Readable;

/** Turns the desk's explanation, and what the desk lets a caller do, into the parts of a {@link JobView}. */
final class ExplanationParts {
    private ExplanationParts() {}

    static JobView.Why why(Explanation explanation, JobStatus job) {
        return new JobView.Why(
                PageWords.times(explanation.headline()),
                PageWords.times(explanation.waitsFor().orElse("")),
                explanation.position().map(String::valueOf).orElse(""),
                explanation.about(),
                job.held()
                        .map(hold -> hold.by() + ", since "
                                + Readable.moment(hold.since()).text())
                        .orElse(""),
                explanation.trouble().map(ExplanationParts::trouble).orElse(null),
                explanation.remedy().pages());
    }

    private static JobView.Trouble trouble(Explanation.Trouble trouble) {
        return new JobView.Trouble(
                trouble.lasting(),
                trouble.phase().name(),
                trouble.thing(),
                trouble.owner().word(),
                trouble.problem().code().id(),
                trouble.problem().message(),
                LauncherNotes.of(trouble.problem().detail()).first());
    }

    static JobView.Actions actions(Caller caller, JobStatus job) {
        boolean change = caller.mayChange(job.owner());
        boolean undecided = job.state() != JobState.CLOSED && job.outcome().isEmpty() && !job.cancelRequested();
        return new JobView.Actions(
                change && undecided && waits(job.state()) && job.held().isEmpty(),
                change && undecided && job.held().isPresent(),
                change && undecided,
                change && job.state() == JobState.CLOSED && caller.maySubmit(),
                caller.maySubmit());
    }

    private static boolean waits(JobState state) {
        return switch (state) {
            case QUEUED, STAGING_IN, READY -> true;
            case RUNNING, STAGING_OUT, CLEANING, CLOSED -> false;
        };
    }
}
