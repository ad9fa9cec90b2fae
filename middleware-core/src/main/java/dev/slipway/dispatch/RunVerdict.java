package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.StreamApplication;
import dev.slipway.run.LauncherNotes;
import dev.slipway.run.OutputTail;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunReport;
import dev.slipway.run.RunSighting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges runs that are over. Makes no changes. */
record RunVerdict(Partitions partitions) {
    /** SIGXFSZ of Linux. Open MPI reports the signal of a rank as a shell does, with 128 added. */
    static final int FILE_SIZE_SIGNAL = 25;

    private String limit(Job job) {
        return partitions.limit(job.acceptance().partition(), job.request().launch());
    }

    /**
     * Returns the events of a run that is over: the end of the run, and the outcome of the job unless the run ended
     * well.
     */
    List<JobEvent> events(Job job, RunFolder folder, RunSighting sighting) {
        List<JobEvent> events = new ArrayList<>();
        Optional<Problem> problem = Optional.empty();
        if (sighting instanceof RunSighting.Ended ended) {
            events.add(new JobEvent.RunEnded(ended.report(), ended.progress()));
            problem = problem(job, folder, ended);
        } else if (sighting instanceof RunSighting.Lost lost) {
            problem = lost.cause()
                    .or(() -> Optional.of(Problem.of(ProblemCode.RUN_LOST, "nobody knows how the run ended")));
        }
        if (job.cancelRequestedBy().isPresent()) {
            events.add(new JobEvent.Cancelled(job.cancelRequestedBy().get()));
        } else {
            problem.ifPresent(one -> events.add(new JobEvent.Failed(JobState.RUNNING, one)));
        }
        return events;
    }

    private Optional<Problem> problem(Job job, RunFolder folder, RunSighting.Ended ended) {
        RunReport report = ended.report();
        String program = job.request().launch().application().title();
        if (report.reason().equals("quota")) {
            return Optional.of(Problem.of(
                    ProblemCode.RUN_QUOTA,
                    program + " passed its quota: " + ended.error().orElse("its folder is too large")));
        }
        if (report.reason().equals("memory")) {
            return Optional.of(memory(job, ended));
        }
        if (ended.error().isPresent() || report.reason().equals("not-started")) {
            return Optional.of(new Problem(
                    ProblemCode.LAUNCH_FAILED,
                    "the run of " + program + " could not be started",
                    ended.error().orElse("")));
        }
        String tail = OutputTail.lines(
                folder.files(), Path.of(job.request().launch().stderr().value()));
        if (report.reason().equals("wall-time")) {
            return Optional.of(new Problem(
                    ProblemCode.WALL_TIME, program + " was ended at its limit on elapsed time, " + limit(job), tail));
        }
        if (report.reason().equals("exited") && report.exitStatus() == 0 && report.signal() == 0) {
            return Optional.empty();
        }
        if (ended.cause().isPresent()) {
            return ended.cause();
        }
        if (report.reason().equals("killed") && report.started().equals(report.ended())) {
            // The service ended the run: the launch had failed, and the service stopped before recording the failure.
            return Optional.of(
                    Problem.of(ProblemCode.LAUNCH_FAILED, "the run of " + program + " was ended before it began"));
        }
        if (report.reason().equals("killed")) {
            return Optional.of(new Problem(
                    ProblemCode.RUN_LOST, "the run of " + program + " was killed from outside of Slipway", tail));
        }
        return Optional.of(failure(job, report, tail));
    }

    /** Describes the failure of a program that was not killed. */
    private static Problem failure(Job job, RunReport report, String tail) {
        String program = job.request().launch().application().title();
        Optional<StreamEnding> stream = job.request().launch().application() instanceof StreamApplication
                ? StreamEnding.in(tail)
                : Optional.empty();
        if (report.signal() == FILE_SIZE_SIGNAL
                || report.exitStatus() == 128 + FILE_SIZE_SIGNAL
                || stream.filter(StreamEnding::byFileSize).isPresent()) {
            return new Problem(
                    ProblemCode.RUN_QUOTA, program + " was ended: a file of it grew beyond what a job may have", tail);
        }
        if (stream.isPresent()) {
            return new Problem(
                    ProblemCode.PROGRAM_FAILED,
                    program + " ended because " + stream.get().cause(),
                    stream.get().otherLines());
        }
        String how = report.signal() != 0
                ? " was ended by signal " + report.signal()
                : " ended with exit status " + report.exitStatus();
        // The journal keeps mpirun's notes, too: they tell which rank ended, and outlive the job's standard error.
        return new Problem(
                ProblemCode.PROGRAM_FAILED,
                program + how,
                LauncherNotes.of(tail).inOrder());
    }

    private Problem memory(Job job, RunSighting.Ended ended) {
        LaunchRequest launch = job.request().launch();
        String limit =
                partitions.memoryLimit(job.acceptance().partition(), launch).orElse("which has changed since");
        return new Problem(
                ProblemCode.RUN_MEMORY,
                launch.application().title() + " was ended at its limit on memory, " + limit,
                ended.error().orElse(""));
    }
}
