package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.HistoryEntry;
import dev.slipway.effect.KillPoint;
import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.run.StorageSettings;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests which parts of a run with a checkpoint folder stay, and which retry goes on from them. */
@Timeout(300)
class CheckpointFolderTest {
    private static final KillPoint MOVED = new KillPoint("run folder", "checkpoint folder passed on to a retry");
    private static final Duration DAY = Duration.ofHours(24);

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(
                folder, new StorageSettings(DAY, Duration.ofDays(30), 1 << 20, 1, Optional.empty()));
    }

    @Test
    void a_retry_goes_on_from_the_folder_of_a_run_that_ended_badly() throws Exception {
        JobToken parent = failed("units"); // with two units done
        assertThat(bed.job(parent).checkpointKept()).isTrue();
        assertThat(unit(parent, "2")).hasContent("done");
        assertThat(file(parent, "beside")).doesNotExist();
        assertThat(bed.desk().explain(MiddlewareTestBed.ALICE, parent).remedy().shell())
                .contains("Its checkpoint folder is kept, and the first retry goes on from it: `slipway retry " + parent
                        + "`.");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(unit(token, "1")).hasContent("done");
        assertThat(unit(token, "2")).hasContent("done");
        assertThat(launch(token)).contains(", going on from the checkpoint folder of job " + parent + ": mpirun");
        assertThat(unit(parent, "1")).as("moved, not copied").doesNotExist();
        assertThat(file(parent, "books.csv")).as("the staged files stay").exists();
        bed.launcher.end(token.value(), 0);
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(folder.resolve("scratch").resolve(token.value())).doesNotExist();
        assertThat(bed.middleware.journal().verify(parent)).isEmpty();
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
    }

    @Test
    void it_stays_when_the_time_of_the_run_is_over() throws Exception {
        JobToken parent = bed.submit(keeping("units"));
        bed.untilStarted(parent);
        works(parent, "units");
        bed.launcher.endAtWallTime(parent.value());

        Job job = bed.untilClosed(parent);
        assertThat(job.checkpointKept()).isTrue();
        assertThat(job.outcome()).hasValueSatisfying(outcome -> assertThat(
                        ((JobOutcome.Failed) outcome).problem().code())
                .isEqualTo(ProblemCode.WALL_TIME));
        assertThat(unit(parent, "2")).hasContent("done");
    }

    @Test
    void it_stays_when_a_user_cancels_the_run() throws Exception {
        JobToken parent = bed.submit(keeping("units"));
        bed.untilStarted(parent);
        works(parent, "units");
        bed.desk().cancel(MiddlewareTestBed.ALICE, parent);

        assertThat(bed.untilClosed(parent).checkpointKept()).isTrue();
        assertThat(bed.desk().explain(MiddlewareTestBed.ALICE, parent).remedy().shell())
                .contains("Its checkpoint folder is kept");
    }

    @Test
    void only_the_first_of_two_retries_has_it_and_the_second_begins_anew() throws Exception {
        JobToken parent = failed("units");

        JobToken first = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(first);
        JobToken second = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.launcher.end(first.value(), 7);
        bed.untilStarted(second);

        assertThat(launch(first)).contains("going on from the checkpoint folder of job " + parent);
        assertThat(launch(second)).doesNotContain("going on from");
        assertThat(file(second, "units")).doesNotExist();
        assertThat(bed.untilClosed(first).checkpointKept()).isTrue();
        JobToken third = bed.desk().retry(MiddlewareTestBed.ALICE, first);
        bed.launcher.end(second.value(), 0);
        bed.untilStarted(third);
        assertThat(unit(third, "2")).hasContent("done");
    }

    @Test
    void a_retry_of_a_retry_that_never_ran_goes_on_from_the_first_run() throws Exception {
        JobToken first = failed("units");
        bed.launcher.refuse(Problem.of(ProblemCode.LAUNCH_REFUSED, "not today"));
        JobToken second = bed.desk().retry(MiddlewareTestBed.ALICE, first);
        assertThat(bed.untilClosed(second).checkpointKept()).isFalse();
        bed.launcher.relent();

        JobToken third = bed.desk().retry(MiddlewareTestBed.ALICE, second);
        bed.untilStarted(third);

        assertThat(launch(third)).contains("going on from the checkpoint folder of job " + first);
        assertThat(unit(third, "1")).hasContent("done");
    }

    @Test
    void nothing_stays_of_a_run_that_ended_well_or_made_no_such_folder() throws Exception {
        JobToken well = bed.submit(keeping("units"));
        bed.untilStarted(well);
        works(well, "units");
        bed.launcher.end(well.value(), 0);
        assertThat(bed.untilClosed(well).checkpointKept()).isFalse();
        assertThat(folder.resolve("scratch").resolve(well.value())).doesNotExist();

        JobToken without = bed.submit(keeping("units"));
        bed.untilStarted(without);
        bed.launcher.end(without.value(), 7);
        Job job = bed.untilClosed(without);
        assertThat(job.folderKept()).isTrue();
        assertThat(job.checkpointKept()).isFalse();
        assertThat(bed.desk().explain(MiddlewareTestBed.ALICE, without).remedy().shell())
                .doesNotContain("checkpoint");
    }

    @Test
    void it_goes_with_the_kept_folder_when_its_time_is_over() throws Exception {
        JobToken parent = failed("units");

        bed.clock.advance(DAY);
        JobToken late = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(late);
        assertThat(launch(late)).as("retention may be removing it").doesNotContain("going on from");
        bed.middleware.retention().sweep();
        bed.until(parent, job -> !job.folderKept());

        assertThat(bed.job(parent).checkpointKept()).isFalse();
        assertThat(folder.resolve("scratch").resolve(parent.value())).doesNotExist();
        assertThat(bed.middleware.journal().verify(parent)).isEmpty();
    }

    @Test
    void a_crash_between_moving_it_and_the_launch_loses_nothing() throws Exception {
        JobToken parent = failed("units");
        CountDownLatch moved = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        bed.witness = point -> {
            if (point.equals(MOVED) && moved.getCount() > 0) {
                moved.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("cut off", e);
                }
            }
        };

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.until(token, job -> moved.getCount() == 0);
        assertThat(bed.launcher.started()).doesNotContain(token.value());
        bed.restart();
        bed.untilStarted(token);

        assertThat(unit(token, "1")).hasContent("done");
        assertThat(unit(token, "2")).hasContent("done");
    }

    private static JobRequest keeping(String checkpoint) {
        return JobRequests.with(
                JobRequests.small(), JobRequests.launch(2).keeping(Optional.of(new RunPath(checkpoint))));
    }

    /** Makes a closed job that failed after two units of work. */
    private JobToken failed(String checkpoint) throws Exception {
        JobToken token = bed.submit(keeping(checkpoint));
        bed.untilStarted(token);
        works(token, checkpoint);
        bed.launcher.end(token.value(), 7);
        bed.untilClosed(token);
        return token;
    }

    private void works(JobToken token, String checkpoint) throws Exception {
        Path units = Files.createDirectories(file(token, checkpoint).resolve("disk"));
        for (String unit : List.of("1", "2")) {
            Files.writeString(units.resolve(unit), "done");
        }
        Files.writeString(file(token, "beside"), "not kept");
    }

    private Path unit(JobToken token, String unit) {
        return file(token, "units").resolve("disk").resolve(unit);
    }

    private Path file(JobToken token, String name) {
        return folder.resolve("scratch").resolve(token.value()).resolve("files").resolve(name);
    }

    private String launch(JobToken token) {
        return bed.desk().history(MiddlewareTestBed.ALICE, token).stream()
                .filter(entry -> entry.event().equals("LAUNCH_INTENDED"))
                .map(HistoryEntry::text)
                .findFirst()
                .orElseThrow();
    }
}
