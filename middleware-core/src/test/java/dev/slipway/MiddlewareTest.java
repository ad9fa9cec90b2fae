package dev.slipway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.OutputChunk;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.run.Partition;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MiddlewareTest {
    private static final Problem OUTAGE = Problem.of(ProblemCode.DATABASE_UNREACHABLE, "source risk does not answer");
    private static final Problem BAD_SQL = Problem.of(ProblemCode.STATEMENT_REFUSED, "no such table: books");

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
    }

    @Test
    void takes_a_job_from_submission_to_kept_results() throws Exception {
        JobToken token = bed.submit(JobRequests.whole());

        bed.untilStarted(token);
        bed.launcher.end(token.value(), 0);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(bed.gateway.moved()).containsExactlyInAnyOrder("books", "curve", "positions", "store-pnl", "log");
        assertThat(bed.gateway.moved().indexOf("positions")).isEqualTo(2);
        assertThat(bed.launcher.started()).containsExactly(token.value());
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
        assertThat(folder.resolve("scratch").resolve(token.value())).doesNotExist();
        try (var result = bed.desk().openResult(MiddlewareTestBed.ALICE, token, "pnl")) {
            assertThat(new String(result.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("scenario,pnl\n0,1.5\n");
        }
    }

    @Test
    void shows_steps_progress_and_output_on_the_way() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("positions");
        JobToken token = bed.submit(JobRequests.whole());

        gate.awaitEntered();
        JobStatus.Step moving = bed.status(token).steps().get(2);
        gate.open();
        bed.untilStarted(token);
        bed.until(token, job -> bed.status(token).run().progress().isPresent());
        OutputChunk running = bed.desk().output(MiddlewareTestBed.ALICE, token, OutputChunk.Stream.STDOUT, 6, 100);
        bed.launcher.end(token.value(), 0);
        bed.untilClosed(token);
        OutputChunk kept = bed.desk().output(MiddlewareTestBed.ALICE, token, OutputChunk.Stream.STDOUT, 0, 5);

        assertThat(moving.progress()).isEqualTo(JobStatus.Progress.MOVING);
        assertThat(moving.bytes()).isEqualTo(7);
        assertThat(new String(running.bytes(), StandardCharsets.UTF_8)).isEqualTo("from the run\n");
        assertThat(running.complete()).isFalse();
        assertThat(new String(kept.bytes(), StandardCharsets.UTF_8)).isEqualTo("hello");
        assertThat(kept.complete()).isFalse();
        assertThat(bed.status(token).run().progress().orElseThrow().done()).isEqualTo(10);
        assertThat(bed.status(token).steps()).allMatch(step -> step.progress() == JobStatus.Progress.DONE);
    }

    @Test
    void fails_a_job_whose_program_failed_and_still_sends_out_what_always_goes() throws Exception {
        JobToken token = bed.submit(JobRequests.whole());

        bed.untilStarted(token);
        bed.launcher.end(token.value(), 7);
        Job job = bed.untilClosed(token);

        JobOutcome.Failed failed = (JobOutcome.Failed) job.outcome().orElseThrow();
        assertThat(failed.phase()).isEqualTo(JobState.RUNNING);
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.PROGRAM_FAILED);
        assertThat(failed.problem().message()).contains("program").contains("7");
        assertThat(failed.problem().detail()).isEqualTo("warning: ?[31mred?[0m");
        assertThat(bed.gateway.moved()).contains("log").doesNotContain("store-pnl");
        assertThat(bed.desk().results(MiddlewareTestBed.ALICE, token)).isEmpty();
    }

    @Test
    void fails_at_once_on_a_permanent_problem_and_stops_the_other_steps() throws Exception {
        bed.gateway.fail("books", BAD_SQL);
        bed.gateway.hold("curve");
        JobToken token = bed.submit(JobRequests.whole());

        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Failed(JobState.STAGING_IN, BAD_SQL));
        assertThat(bed.gateway.tried()).doesNotContain("positions");
        assertThat(bed.launcher.started()).isEmpty();
        assertThat(bed.status(token).steps().get(0).progress()).isEqualTo(JobStatus.Progress.FAILED);
    }

    @Test
    void waits_out_an_outage_with_growing_pauses_while_others_pass() throws Exception {
        bed.gateway.fail("books", OUTAGE);
        bed.launcher.endAtOnce();
        JobToken first = bed.submit(JobRequests.small());
        bed.until(first, job -> job.blocked().isPresent());

        JobToken second = bed.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
        bed.untilClosed(second);
        bed.until(first, job -> bed.timer.delays().stream().anyMatch(delay -> delay.toSeconds() >= 45));
        Job blocked = bed.job(first);
        bed.gateway.heal("books");
        Job job = bed.untilClosed(first);

        assertThat(blocked.blocked()).contains(OUTAGE);
        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(bed.desk().history(MiddlewareTestBed.ALICE, first).stream()
                        .filter(entry -> entry.event().equals("BLOCKED")))
                .hasSize(1);
    }

    @Test
    void waits_out_an_outage_of_the_launcher() throws Exception {
        Problem full = Problem.of(ProblemCode.STORAGE_FULL, "no space on the cluster");
        bed.launcher.breakDown(Optional.of(full));
        bed.launcher.endAtOnce();
        JobToken token = bed.submit(JobRequests.small());

        bed.until(token, job -> job.blocked().isPresent());
        bed.launcher.breakDown(Optional.empty());
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void fails_a_job_that_can_never_be_launched() throws Exception {
        Problem missing = Problem.of(ProblemCode.EXECUTABLE_MISSING, "no program");
        bed.launcher.refuse(missing);
        JobToken token = bed.submit(JobRequests.small());

        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Failed(JobState.READY, missing));
    }

    @Test
    void fails_a_job_whose_run_was_lost() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);

        bed.launcher.lose(token.value());
        Job job = bed.untilClosed(token);

        assertThat(((JobOutcome.Failed) job.outcome().orElseThrow()).problem().code())
                .isEqualTo(ProblemCode.RUN_LOST);
        assertThat(bed.launcher.killed()).contains(token.value());
    }

    @Test
    void fails_a_good_run_that_left_no_result() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);

        Files.delete(runFolder(token).resolve("pnl.csv"));
        bed.launcher.end(token.value(), 0);
        Job job = bed.untilClosed(token);

        JobOutcome.Failed failed = (JobOutcome.Failed) job.outcome().orElseThrow();
        assertThat(failed.phase()).isEqualTo(JobState.CLEANING);
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.FILE_MISSING);
        assertThat(failed.problem().message()).contains("pnl.csv");
    }

    @Test
    void takes_no_link_for_a_result() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "canary");
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);

        Files.delete(runFolder(token).resolve("pnl.csv"));
        Files.createSymbolicLink(runFolder(token).resolve("pnl.csv"), secret);
        Files.delete(runFolder(token).resolve("stdout.txt"));
        Files.createSymbolicLink(runFolder(token).resolve("stdout.txt"), secret);
        OutputChunk running = bed.desk().output(MiddlewareTestBed.ALICE, token, OutputChunk.Stream.STDOUT, 0, 100);
        bed.launcher.end(token.value(), 0);
        Job job = bed.untilClosed(token);
        OutputChunk closed = bed.desk().output(MiddlewareTestBed.ALICE, token, OutputChunk.Stream.STDOUT, 0, 100);

        assertThat(running.bytes()).isEmpty();
        assertThat(closed.bytes()).isEmpty();
        assertThat(job.outcome().orElseThrow().word()).isEqualTo("FAILED");
        assertThat(secret).hasContent("canary");
    }

    @Test
    void stores_nothing_through_a_link() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "canary");
        JobToken token = bed.submit(JobRequests.whole());
        bed.untilStarted(token);

        Files.delete(runFolder(token).resolve("pnl.csv"));
        Files.createSymbolicLink(runFolder(token).resolve("pnl.csv"), secret);
        bed.launcher.end(token.value(), 0);
        Job job = bed.untilClosed(token);

        JobOutcome.Failed failed = (JobOutcome.Failed) job.outcome().orElseThrow();
        assertThat(failed.phase()).isEqualTo(JobState.STAGING_OUT);
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.FILE_MISSING);
        assertThat(bed.gateway.tried()).doesNotContain("store-pnl");
    }

    @Test
    void goes_on_after_a_restart_without_doing_a_step_again() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("positions");
        JobToken token = bed.submit(JobRequests.whole());
        gate.awaitEntered();

        bed.restart();
        gate.open();
        bed.untilStarted(token);
        bed.launcher.end(token.value(), 0);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(bed.gateway.tried()).containsOnlyOnce("books", "curve");
        assertThat(bed.gateway.tried().stream().filter("positions"::equals)).hasSize(2);
        assertThat(bed.gateway.intentFound("positions")).contains("try of positions");
    }

    @Test
    void does_not_believe_in_a_staged_file_that_is_gone() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("positions");
        JobToken token = bed.submit(JobRequests.whole());
        gate.awaitEntered();

        Files.delete(runFolder(token).resolve("books.csv"));
        gate.open();
        Job job = bed.untilClosed(token);

        JobOutcome.Failed failed = (JobOutcome.Failed) job.outcome().orElseThrow();
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.FILE_MISSING);
        assertThat(failed.problem().message()).contains("books.csv");
    }

    @Test
    void finds_a_run_again_after_a_restart() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        bed.untilStarted(token);

        bed.restart();
        bed.launcher.end(token.value(), 0);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Done());
        assertThat(bed.launcher.started()).containsExactly(token.value());
    }

    @Test
    void keeps_the_queue_and_the_finished_jobs_over_a_restart() throws Exception {
        bed.launcher.endAtOnce();
        JobToken done = bed.submit(JobRequests.small());
        bed.untilClosed(done);
        JobStatus before = bed.status(done);
        for (int i = 0; i < 3; i++) {
            bed.gateway.hold("held-" + i);
            JobToken held = bed.submit(JobRequests.request(List.of(JobRequests.extract("held-" + i, 1)), List.of()));
            bed.until(held, JobState.STAGING_IN);
        }
        JobToken fourth = bed.submit(JobRequests.small());
        JobToken fifth = bed.submit(JobRequests.small());

        bed.restart();

        assertThat(bed.status(done)).isEqualTo(before);
        assertThat(bed.status(fourth).state()).isEqualTo(JobState.QUEUED);
        assertThat(bed.status(fourth).position()).contains(1);
        assertThat(bed.status(fifth).position()).contains(2);
        assertThat(bed.desk().list(MiddlewareTestBed.ALICE, 0, 10)).hasSize(6);
        assertThat(bed.desk().list(MiddlewareTestBed.ALICE, 0, 1).get(0).token())
                .isEqualTo(fifth);
    }

    @Test
    void runs_ready_jobs_in_the_order_of_acceptance_and_stages_meanwhile() throws Exception {
        JobToken first = bed.submit(JobRequests.small());
        bed.until(first, JobState.RUNNING);
        ScriptedGateway.Gate slow = bed.gateway.hold("slow");
        JobToken second = bed.submit(JobRequests.request(List.of(JobRequests.extract("slow", 1)), List.of()));
        JobToken third = bed.submit(JobRequests.small());
        JobToken fourth = bed.submit(JobRequests.small());
        bed.until(third, JobState.READY);
        // The queue hears of it a moment after the journal.
        bed.until(
                fourth,
                job -> job.state() == JobState.READY
                        && bed.status(fourth).position().isPresent());

        Optional<Integer> position = bed.status(fourth).position();
        slow.open();
        bed.until(second, JobState.READY);
        for (JobToken token : List.of(first, second, third, fourth)) {
            bed.untilStarted(token);
            bed.launcher.end(token.value(), 0);
            bed.untilClosed(token);
        }

        assertThat(position).contains(2);
        assertThat(bed.launcher.started())
                .containsExactly(first.value(), second.value(), third.value(), fourth.value());
    }

    @Test
    void fails_a_waiting_job_whose_partition_is_gone_when_the_service_returns() throws Exception {
        for (int i = 0; i < 3; i++) {
            ScriptedGateway.Gate gate = bed.gateway.hold("held-" + i);
            bed.submit(JobRequests.request(List.of(JobRequests.extract("held-" + i, 1)), List.of()));
            gate.awaitEntered();
        }
        JobToken token = bed.submit(JobRequests.small());
        bed.middleware.close();

        bed.partitions = List.of(new Partition("other", 4, Duration.ofHours(1), MiddlewareTestBed.VARIABLES));
        bed.start();
        Job job = bed.untilClosed(token);

        JobOutcome.Failed failed = (JobOutcome.Failed) job.outcome().orElseThrow();
        assertThat(failed.phase()).isEqualTo(JobState.QUEUED);
        assertThat(failed.problem().code()).isEqualTo(ProblemCode.PARTITION_UNKNOWN);
    }

    private Path runFolder(JobToken token) {
        return folder.resolve("scratch").resolve(token.value()).resolve("files");
    }
}
