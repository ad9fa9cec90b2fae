package dev.slipway.desk.status;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.request.JobRequest;
import dev.slipway.request.TemplateNote;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/** Holds the durations of the phases of a job that is done. */
record PastJob(Work work, Duration stageIn, Duration run, Duration stageOut) {

    /**
     * Describes the work of a job, as far as the durations of the phases depend on the work.
     *
     * @param program the title of the application
     * @param template the template that made the job, with the owner of the template; empty for a job without a
     *     template
     * @param input the bytes that stage-in moves; empty while they are not known
     */
    record Work(String partition, String program, String template, OptionalLong input) {
        /** Inputs are of similar size if neither has more than this many times the bytes of the other. */
        private static final double SIMILAR = 4;

        static Work of(String partition, JobRequest request, OptionalLong input) {
            return new Work(
                    partition,
                    request.launch().application().title(),
                    request.description().flatMap(TemplateNote::template).orElse(""),
                    input);
        }

        static Work of(Job job) {
            boolean staged = job.request().stageIn().stream()
                    .allMatch(step -> job.step(step).moved().isPresent());
            OptionalLong input = staged
                    ? OptionalLong.of(job.request().stageIn().stream()
                            .mapToLong(
                                    step -> job.step(step).moved().orElseThrow().bytes())
                            .sum())
                    : OptionalLong.empty();
            return of(job.acceptance().partition(), job.request(), input);
        }

        /** Returns whether the other job's times tell about this one's: the same program, on inputs of similar size. */
        boolean isLike(Work other) {
            return partition.equals(other.partition) && program.equals(other.program) && isSimilar(other);
        }

        private boolean isSimilar(Work other) {
            if (input.isEmpty() || other.input.isEmpty()) {
                return true;
            }
            double ratio = (1.0 + input.getAsLong()) / (1.0 + other.input.getAsLong());
            return ratio <= SIMILAR && ratio >= 1 / SIMILAR;
        }

        /** Returns the words for jobs that do such work, such as "of var-mc on local". */
        String words() {
            return "of " + program + " on " + partition;
        }
    }

    static PastJob of(Job job) {
        return new PastJob(
                Work.of(job),
                span(job, JobState.STAGING_IN),
                span(job, JobState.RUNNING),
                span(job, JobState.STAGING_OUT));
    }

    /** Returns the time from the begin of stage-in to the end of stage-out. */
    Duration whole() {
        return stageIn.plus(run).plus(stageOut);
    }

    private static Duration span(Job job, JobState state) {
        for (int i = 0; i + 1 < job.phases().size(); i++) {
            if (job.phases().get(i).state() == state) {
                Instant ended = job.phases().get(i + 1).begun();
                return Duration.between(job.phases().get(i).begun(), ended);
            }
        }
        return Duration.ZERO;
    }
}
