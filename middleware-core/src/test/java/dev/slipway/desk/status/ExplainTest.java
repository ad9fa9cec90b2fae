package dev.slipway.desk.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemOwner;
import dev.slipway.queue.QueueSettings;
import dev.slipway.queue.QueueSettings.Order;
import dev.slipway.run.StorageSettings;
import dev.slipway.testbed.EndableJob;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ExplainTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 2, 1);
    }

    private Explanation explain(JobToken token) {
        return bed.desk().explain(MiddlewareTestBed.ALICE, token);
    }

    @ParameterizedTest
    @EnumSource(value = EndableJob.class, mode = Mode.EXCLUDE, names = "STAGING_IN_CANCELLED_BEFORE_A_RESTART")
    void has_words_for_every_standing_and_changes_nothing(EndableJob standing) throws Exception {
        JobToken token = standing.reach(bed);

        Explanation words = explain(token);

        assertThat(words.headline())
                .isNotBlank()
                .doesNotContain("Optional", "null")
                .isEqualTo(words.headline().strip());
        assertThat(words.since()).isEqualTo(bed.status(token).since());
        assertThat(words.waitsFor().orElseThrow()).isNotBlank();
        assertThat(words.about())
                .as("no job was done here yet")
                .matches("|(no estimate yet: |at most |about |under 2 s, from ).*");
        assertThat(words.about().isEmpty() || words.about().startsWith("no estimate yet: "))
                .isEqualTo(words.estimate().left().isEmpty());
        assertThat(words.trouble().isPresent())
                .isEqualTo(bed.job(token).blocked().isPresent() || standing.outcome.equals("FAILED"));
    }

    @Test
    void tells_the_place_in_the_line_and_says_when_nothing_is_known() throws Exception {
        JobToken first = EndableJob.QUEUED.reach(bed);
        JobToken second = bed.submit(JobRequests.small());
        bed.until(second, job -> bed.status(second).position().equals(Optional.of(2)));

        assertThat(explain(first).waitsFor())
                .contains("its turn to stage in: 1 of 1 jobs stage in now; next in the queue");
        Explanation words = explain(second);
        assertThat(words.headline()).isEqualTo("waits for its turn to stage in");
        assertThat(words.waitsFor()).contains("its turn to stage in: 1 of 1 jobs stage in now; number 2 in the queue");
        assertThat(words.position()).contains(2);
        assertThat(words.about()).isEqualTo("no estimate yet: no stage-in of program on local has ended yet");
    }

    @Test
    void tells_which_limit_keeps_a_job_out_and_whose() throws Exception {
        bed.queue = new QueueSettings(Order.OVERLAP, 3, 1, Long.MAX_VALUE);
        bed.restart();
        JobToken token = EndableJob.QUEUED.reach(bed);
        bed.untilNext(token);

        Explanation words = explain(token);

        assertThat(words.headline()).isEqualTo("is not let in: user alice has as many jobs inside as one user may: 1");
        assertThat(words.waitsFor()).contains("jobs inside to end, then its turn; next in the queue");
        assertThat(words.about()).isEmpty();
        assertThat(words.trouble()).isEmpty();
    }

    @Test
    @Timeout(300)
    void tells_that_the_run_folders_hold_too_much() throws Exception {
        bed.queue = new QueueSettings(Order.OVERLAP, 1, 9, 1);
        bed.restart();
        JobToken token = EndableJob.QUEUED.reach(bed);

        bed.until(token, job -> explain(token).headline().startsWith("is not let in: the run folders hold"));
    }

    @Test
    void tells_of_a_disk_that_is_nearly_full_before_and_after_stage_in() throws Exception {
        JobToken ready = EndableJob.READY.reach(bed);
        JobToken queued = EndableJob.QUEUED.reach(bed);
        bed.untilNext(queued);
        StorageSettings storage = bed.storage;
        bed.storage = new StorageSettings(
                storage.folderLifetime(),
                storage.resultLifetime(),
                storage.jobBytes(),
                Long.MAX_VALUE,
                Optional.empty());
        bed.restart();

        Explanation words = explain(queued);
        assertThat(words.headline())
                .matches("is not let in: the disk of /.* has [0-9.]+ [KMGT]iB.* free, and 8 EiB shall stay free");
        assertThat(words.waitsFor().orElseThrow()).startsWith("space to be freed, then its turn; next in the queue");
        Explanation.Trouble trouble = words.trouble().orElseThrow();
        assertThat(trouble.problem().code()).isEqualTo(ProblemCode.STORAGE_FULL);
        assertThat(trouble.lasting()).isFalse();
        assertThat(words.remedy()).isEqualTo(ProblemCode.STORAGE_FULL.remedy());
        assertThat(explain(ready).headline()).startsWith("is not launched: ").endsWith(", and 8 EiB shall stay free");
    }

    @Test
    void tells_what_moves_from_where_and_how_fast() throws Exception {
        JobToken token = EndableJob.STAGING_IN_HELD.reach(bed);
        bed.clock.advance(Duration.ofSeconds(2));

        Explanation words = explain(token);

        assertThat(words.headline()).startsWith("stages in, ").contains("of 3 steps done; held by alice since 2026-");
        assertThat(words.waitsFor().orElseThrow()).contains("step curve from market-data, 7 B so far, 3 B/s");
    }

    @Test
    void tells_who_holds_the_slots() throws Exception {
        JobToken token = EndableJob.READY.reach(bed);
        bed.untilQueued(token);

        assertThat(explain(token).waitsFor())
                .contains("2 slots of partition local: 0 of 2 are free, 1 run holds the others; next in the queue");
    }

    @Test
    void tells_of_a_hold_and_of_its_release() throws Exception {
        Explanation words = explain(EndableJob.READY_HELD.reach(bed));

        assertThat(words.headline()).matches("held by alice since 2026-[-0-9]+ [0-9:]{8} UTC; it keeps its place");
        assertThat(words.waitsFor()).contains("its release by alice or an operator");
        assertThat(words.position()).isEmpty();
        assertThat(words.remedy().shell()).contains("slipway release");
    }

    @Test
    void tells_of_an_outage_and_of_the_next_try() throws Exception {
        JobToken token = EndableJob.STAGING_IN_BLOCKED.reach(bed);
        bed.until(token, job -> explain(token).waitsFor().orElse("").contains("tried again in"));

        Explanation words = explain(token);

        assertThat(words.headline()).matches("waits since 2026-\\S+ \\S+ UTC for an outage to end: away");
        assertThat(words.waitsFor().orElseThrow()).matches("risk to answer, which is tried again in \\d+ s");
        Explanation.Trouble trouble = words.trouble().orElseThrow();
        assertThat(trouble.phase()).isEqualTo(JobState.STAGING_IN);
        assertThat(trouble.thing()).isEqualTo("risk");
        assertThat(trouble.owner()).isEqualTo(ProblemOwner.NETWORK);
        assertThat(trouble.lasting()).isFalse();
        assertThat(words.remedy()).isEqualTo(ProblemCode.DATABASE_UNREACHABLE.remedy());
    }

    @Test
    void tells_what_a_job_failed_by_and_which_steps_never_ran() throws Exception {
        Problem problem = Problem.of(ProblemCode.STATEMENT_REFUSED, "no such table: books");
        bed.gateway.fail("books", problem);
        JobToken token = bed.submit(JobRequests.whole());
        bed.untilClosed(token);

        Explanation words = explain(token);

        assertThat(words.headline()).isEqualTo("failed while it staged in: no such table: books");
        Explanation.Trouble trouble = words.trouble().orElseThrow();
        assertThat(trouble.thing()).isEqualTo("step books from risk");
        assertThat(trouble.owner()).isEqualTo(ProblemOwner.DOCUMENT);
        assertThat(trouble.lasting()).isTrue();
        assertThat(words.remedy()).isEqualTo(ProblemCode.STATEMENT_REFUSED.remedy());
        assertThat(words.waitsFor()).isEmpty();
        List<JobStatus.Progress> steps =
                bed.status(token).steps().stream().map(JobStatus.Step::progress).toList();
        assertThat(steps.get(0)).isEqualTo(JobStatus.Progress.FAILED);
        assertThat(steps.get(2)).isEqualTo(JobStatus.Progress.SKIPPED);
        assertThat(steps.get(3)).isEqualTo(JobStatus.Progress.SKIPPED);
    }

    @Test
    void tells_of_a_cancel_that_is_under_way() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.holdFirmly("books");
        JobToken token = bed.submit(JobRequests.small());
        gate.awaitEntered();
        bed.desk().cancel(MiddlewareTestBed.OPERATOR, token);

        Explanation words = explain(token);
        gate.open();

        assertThat(words.headline()).isEqualTo("being cancelled by olga");
        assertThat(words.waitsFor()).contains("the end of step books from risk, 7 B so far");
        assertThat(words.about()).isEmpty();
    }

    @Test
    void tells_of_an_outage_and_of_a_hold_at_once() throws Exception {
        JobToken token = EndableJob.STAGING_IN_BLOCKED.reach(bed);
        bed.desk().hold(MiddlewareTestBed.ALICE, token);

        Explanation words = explain(token);

        assertThat(words.headline())
                .matches("waits since 2026-\\S+ \\S+ UTC for an outage to end: away; held by alice since 2026-.*")
                .endsWith(" UTC, so it will not be launched");
        assertThat(words.waitsFor().orElseThrow())
                .startsWith("risk to answer")
                .endsWith("; then its release by alice or an operator");
        assertThat(words.remedy().shell()).startsWith("Release it").endsWith(": `slipway release " + token + "`.");
    }

    @Test
    void tells_how_a_job_ended() throws Exception {
        bed.launcher.endAtOnce();
        JobToken done = bed.submit(JobRequests.small());
        bed.untilClosed(done);
        bed.gateway.hold("books");
        JobToken cancelled = bed.submit(JobRequests.small());
        bed.desk().cancel(MiddlewareTestBed.OPERATOR, cancelled);
        bed.untilClosed(cancelled);

        assertThat(explain(done).headline()).isEqualTo("done");
        assertThat(explain(done).trouble()).isEqualTo(Optional.empty());
        assertThat(explain(cancelled).headline()).isEqualTo("cancelled by olga");
        assertThat(explain(cancelled).remedy().shell()).contains("slipway retry");
    }
}
