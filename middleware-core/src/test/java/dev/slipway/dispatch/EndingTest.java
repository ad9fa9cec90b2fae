package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.testbed.EndableJob;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import dev.slipway.testbed.StoreOutage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a cancel of a job in every state and under every flag, as {@link EndableJob} lists them. */
class EndingTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 2, 1);
    }

    @ParameterizedTest
    @EnumSource(EndableJob.class)
    void cancels_wherever_the_job_stands_and_however_often_it_is_called(EndableJob standing) throws Exception {
        JobToken token = standing.reach(bed);

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        cancelAgain(standing, token);
        cancelAgain(standing, token);
        standing.afterwards(bed, token);

        requireEnded(standing, bed.untilClosed(token));
    }

    @ParameterizedTest
    @EnumSource(EndableJob.class)
    void goes_on_with_a_cancel_after_a_restart(EndableJob standing) throws Exception {
        JobToken token = standing.reach(bed);

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.restart();
        cancelAgain(standing, token);
        standing.afterwards(bed, token);

        requireEnded(standing, bed.untilClosed(token));
    }

    @ParameterizedTest
    @EnumSource(
            value = EndableJob.class,
            names = {"QUEUED", "STAGING_IN", "READY_HELD", "RUNNING", "FAILED_SENDING_OUT", "CLEANING_HINDERED"})
    void refuses_while_the_journal_is_away_and_cancels_when_it_is_back(EndableJob standing) throws Exception {
        JobToken token = standing.reach(bed);

        try (StoreOutage away = StoreOutage.of(bed.dataSource)) {
            assertThat(problem(() -> bed.desk().cancel(MiddlewareTestBed.ALICE, token))
                            .code())
                    .as("while %s", away)
                    .isEqualTo(ProblemCode.STORE_UNREACHABLE);
        }
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        standing.afterwards(bed, token);

        requireEnded(standing, bed.untilClosed(token));
    }

    /** Cancels once more. A job that failed may be closed by now, and only then refuses. */
    private void cancelAgain(EndableJob standing, JobToken token) throws Exception {
        try {
            bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        } catch (ProblemException refusal) {
            assertThat(standing.outcome).isEqualTo("FAILED");
            assertThat(refusal.problem().code()).isEqualTo(ProblemCode.JOB_STATE);
            assertThat(bed.job(token).state()).isEqualTo(JobState.CLOSED);
        }
    }

    private void requireEnded(EndableJob standing, Job job) throws IOException {
        JobToken token = job.token();
        List<JobEvent> events = bed.middleware.journal().events(token).stream()
                .map(recorded -> recorded.event())
                .toList();

        assertThat(job.outcome().orElseThrow().word()).isEqualTo(standing.outcome);
        assertThat(events.stream().filter(event -> event instanceof JobEvent.CancelRequested))
                .hasSizeBetween(1, standing.requests);
        assertThat(bed.launcher.started().stream().filter(token.value()::equals))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(bed.desk().results(MiddlewareTestBed.ALICE, token)).isEmpty();
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
        try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".part") || name.contains("result-"));
        }
        if (standing.outcome.equals("CANCELLED")) {
            bed.desk().cancel(MiddlewareTestBed.ALICE, token);
            assertThat(bed.job(token)).isEqualTo(job);
        } else {
            assertThat(problem(() -> bed.desk().cancel(MiddlewareTestBed.ALICE, token))
                            .code())
                    .isEqualTo(ProblemCode.JOB_STATE);
        }
    }

    @Test
    void deletes_waiting_jobs_and_kills_running_ones_and_nothing_else() throws Exception {
        Set<EndableJob> waiting = EnumSet.of(EndableJob.QUEUED, EndableJob.STAGING_IN, EndableJob.READY);
        Set<EndableJob> running = EnumSet.of(EndableJob.RUNNING, EndableJob.SENDING_OUT, EndableJob.CLEANING_HINDERED);
        for (EndableJob standing : EndableJob.values()) {
            if (waiting.contains(standing) || running.contains(standing)) {
                bed.close();
                bed = new MiddlewareTestBed(folder.resolve(standing.name()), 2, 1);
                boolean waits = waiting.contains(standing);
                JobToken token = standing.reach(bed);

                Problem refusal = problem(() -> end(token, !waits));
                end(token, waits);
                end(token, waits);
                standing.afterwards(bed, token);

                assertThat(refusal.code()).isEqualTo(ProblemCode.JOB_STATE);
                assertThat(refusal.message())
                        .contains(
                                waits
                                        ? "kill takes running jobs only: use delete or cancel"
                                        : "delete takes waiting jobs only: use kill or cancel");
                assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
                end(token, waits);
                end(token, !waits);
            }
        }
    }

    private void end(JobToken token, boolean delete) {
        if (delete) {
            bed.desk().delete(MiddlewareTestBed.ALICE, token);
        } else {
            bed.desk().kill(MiddlewareTestBed.ALICE, token);
        }
    }

    @Test
    void refuses_a_job_whose_results_are_kept() throws Exception {
        bed.launcher.endAtOnce();
        JobToken token = bed.submit(JobRequests.small());
        Job closed = bed.untilClosed(token);

        assertThat(problem(() -> bed.desk().cancel(MiddlewareTestBed.ALICE, token))
                        .message())
                .contains("has ended already: DONE");
        assertThat(problem(() -> bed.desk().delete(MiddlewareTestBed.ALICE, token))
                        .code())
                .isEqualTo(ProblemCode.JOB_STATE);
        assertThat(problem(() -> bed.desk().kill(MiddlewareTestBed.ALICE, token))
                        .code())
                .isEqualTo(ProblemCode.JOB_STATE);
        assertThat(bed.job(token)).isEqualTo(closed);
    }

    @Test
    void answers_at_once_while_a_transfer_ignores_the_interrupt() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.holdFirmly("books");
        JobToken token = bed.submit(JobRequests.small());
        gate.awaitEntered();

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job stuck = bed.job(token);
        gate.open();
        Job job = bed.untilClosed(token);

        assertThat(stuck.state()).isEqualTo(JobState.STAGING_IN);
        assertThat(stuck.cancelRequestedBy()).contains("alice");
        assertThat(job.outcome()).contains(new JobOutcome.Cancelled("alice"));
    }

    @Test
    void does_not_wait_for_the_transfers_of_others() throws Exception {
        bed.close();
        bed = new MiddlewareTestBed(folder.resolve("busy"), 2, 10);
        // As many as one user may move at a host: three quarters of eight.
        for (int i = 0; i < 6; i++) {
            ScriptedGateway.Gate gate = bed.gateway.hold("slow-" + i);
            bed.submit(JobRequests.request(List.of(JobRequests.fetch("slow-" + i, 1)), List.of()));
            gate.awaitEntered();
        }
        // The transfer of this job waits for one of the six, so the job stays in its state.
        JobToken token = bed.submit(JobRequests.request(List.of(JobRequests.fetch("late", 1)), List.of()));
        bed.until(token, JobState.STAGING_IN);

        bed.desk().cancel(MiddlewareTestBed.ALICE, token);

        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(bed.gateway.tried()).doesNotContain("late");
    }

    @Test
    void gives_the_cleaning_up_when_no_try_succeeds() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        EndableJob.barResults(bed, token);
        bed.launcher.end(token.value(), 0);

        Job job = bed.untilClosed(token);

        JobOutcome.Failed failed = (JobOutcome.Failed) job.outcome().orElseThrow();
        assertThat(failed.phase()).isEqualTo(JobState.CLEANING);
        assertThat(failed.problem().message()).isEqualTo("cannot keep the job's results");
        assertThat(job.results()).contains(List.of());
    }

    @Test
    void records_what_the_cleaning_of_a_failed_job_left_undone() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);
        EndableJob.barResults(bed, token);
        bed.launcher.end(token.value(), 7);

        Job job = bed.untilClosed(token);

        assertThat(((JobOutcome.Failed) job.outcome().orElseThrow()).phase()).isEqualTo(JobState.RUNNING);
        assertThat(job.leftUndone().orElseThrow().message()).isEqualTo("cannot keep the job's results");
    }

    private static Problem problem(ThrowingCallable call) {
        Problem[] caught = new Problem[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> caught[0] = e.problem());
        return caught[0];
    }
}
