package dev.slipway;

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

/** What stays of a run that kept what it has done in its checkpoint folder, and which retry goes on from it. */
@Timeout(300)
class CheckpointFolderTest {
    private static final KillPoint MOVED = new KillPoint("run folder", "checkpoint folder passed on to a retry");
    private static final Duration DAY = Duration.ofHours(24);

    @TempDir
    Path folder;

    @AutoClose
    Rig rig;

    @BeforeEach
    void start() {
        rig = new Rig(folder, new StorageSettings(DAY, Duration.ofDays(30), 1 << 20, 1, Optional.empty()));
    }

    @Test
    void a_retry_goes_on_from_the_folder_of_a_run_that_ended_badly() throws Exception {
        JobToken parent = failed("units"); // with two units done
        assertThat(rig.job(parent).checkpointKept()).isTrue();
        assertThat(unit(parent, "2")).hasContent("done");
        assertThat(file(parent, "beside")).doesNotExist();
        assertThat(rig.desk().explain(Rig.ALICE, parent).remedy())
                .contains("Its checkpoint folder is kept, and the first retry goes on from it: `slipway retry " + parent
                        + "`.");

        JobToken token = rig.desk().retry(Rig.ALICE, parent);
        rig.untilStarted(token);

        assertThat(unit(token, "1")).hasContent("done");
        assertThat(unit(token, "2")).hasContent("done");
        assertThat(launch(token)).contains(", going on from the checkpoint folder of job " + parent + ": mpirun");
        assertThat(unit(parent, "1")).as("moved, not copied").doesNotExist();
        assertThat(file(parent, "books.csv")).as("the staged files stay").exists();
        rig.launcher.end(token.value(), 0);
        assertThat(rig.untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(folder.resolve("scratch").resolve(token.value())).doesNotExist();
        assertThat(rig.middleware.journal().verify(parent)).isEmpty();
        assertThat(rig.middleware.journal().verify(token)).isEmpty();
    }

    @Test
    void it_stays_when_the_time_of_the_run_is_over() throws Exception {
        JobToken parent = rig.submit(keeping("units"));
        rig.untilStarted(parent);
        works(parent, "units");
        rig.launcher.endAtWallTime(parent.value());

        Job job = rig.untilClosed(parent);
        assertThat(job.checkpointKept()).isTrue();
        assertThat(job.outcome()).hasValueSatisfying(outcome -> assertThat(
                        ((JobOutcome.Failed) outcome).problem().code())
                .isEqualTo(ProblemCode.WALL_TIME));
        assertThat(unit(parent, "2")).hasContent("done");
    }

    @Test
    void it_stays_when_a_user_cancels_the_run() throws Exception {
        JobToken parent = rig.submit(keeping("units"));
        rig.untilStarted(parent);
        works(parent, "units");
        rig.desk().cancel(Rig.ALICE, parent);

        assertThat(rig.untilClosed(parent).checkpointKept()).isTrue();
        assertThat(rig.desk().explain(Rig.ALICE, parent).remedy()).contains("Its checkpoint folder is kept");
    }

    @Test
    void only_the_first_of_two_retries_has_it_and_the_second_begins_anew() throws Exception {
        JobToken parent = failed("units");

        JobToken first = rig.desk().retry(Rig.ALICE, parent);
        rig.untilStarted(first);
        JobToken second = rig.desk().retry(Rig.ALICE, parent);
        rig.launcher.end(first.value(), 7);
        rig.untilStarted(second);

        assertThat(launch(first)).contains("going on from the checkpoint folder of job " + parent);
        assertThat(launch(second)).doesNotContain("going on from");
        assertThat(file(second, "units")).doesNotExist();
        assertThat(rig.untilClosed(first).checkpointKept()).isTrue();
        JobToken third = rig.desk().retry(Rig.ALICE, first);
        rig.launcher.end(second.value(), 0);
        rig.untilStarted(third);
        assertThat(unit(third, "2")).hasContent("done");
    }

    @Test
    void a_retry_of_a_retry_that_never_ran_goes_on_from_the_first_run() throws Exception {
        JobToken first = failed("units");
        rig.launcher.refuse(Problem.of(ProblemCode.LAUNCH_REFUSED, "not today"));
        JobToken second = rig.desk().retry(Rig.ALICE, first);
        assertThat(rig.untilClosed(second).checkpointKept()).isFalse();
        rig.launcher.relent();

        JobToken third = rig.desk().retry(Rig.ALICE, second);
        rig.untilStarted(third);

        assertThat(launch(third)).contains("going on from the checkpoint folder of job " + first);
        assertThat(unit(third, "1")).hasContent("done");
    }

    @Test
    void nothing_stays_of_a_run_that_ended_well_or_made_no_such_folder() throws Exception {
        JobToken well = rig.submit(keeping("units"));
        rig.untilStarted(well);
        works(well, "units");
        rig.launcher.end(well.value(), 0);
        assertThat(rig.untilClosed(well).checkpointKept()).isFalse();
        assertThat(folder.resolve("scratch").resolve(well.value())).doesNotExist();

        JobToken without = rig.submit(keeping("units"));
        rig.untilStarted(without);
        rig.launcher.end(without.value(), 7);
        Job job = rig.untilClosed(without);
        assertThat(job.folderKept()).isTrue();
        assertThat(job.checkpointKept()).isFalse();
        assertThat(rig.desk().explain(Rig.ALICE, without).remedy()).doesNotContain("checkpoint");
    }

    @Test
    void it_goes_with_the_kept_folder_when_its_time_is_over() throws Exception {
        JobToken parent = failed("units");

        rig.clock.advance(DAY);
        JobToken late = rig.desk().retry(Rig.ALICE, parent);
        rig.untilStarted(late);
        assertThat(launch(late)).as("retention may be removing it").doesNotContain("going on from");
        rig.middleware.retention().sweep();
        rig.until(parent, job -> !job.folderKept());

        assertThat(rig.job(parent).checkpointKept()).isFalse();
        assertThat(folder.resolve("scratch").resolve(parent.value())).doesNotExist();
        assertThat(rig.middleware.journal().verify(parent)).isEmpty();
    }

    @Test
    void a_crash_between_moving_it_and_the_launch_loses_nothing() throws Exception {
        JobToken parent = failed("units");
        CountDownLatch moved = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        rig.witness = point -> {
            if (point.equals(MOVED) && moved.getCount() > 0) {
                moved.countDown();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("cut off", e);
                }
            }
        };

        JobToken token = rig.desk().retry(Rig.ALICE, parent);
        rig.until(token, job -> moved.getCount() == 0);
        assertThat(rig.launcher.started()).doesNotContain(token.value());
        rig.restart();
        rig.untilStarted(token);

        assertThat(unit(token, "1")).hasContent("done");
        assertThat(unit(token, "2")).hasContent("done");
    }

    private static JobRequest keeping(String checkpoint) {
        return JobRequests.with(
                JobRequests.small(), JobRequests.launch(2).keeping(Optional.of(new RunPath(checkpoint))));
    }

    /** A closed job that had done two units when it failed. */
    private JobToken failed(String checkpoint) throws Exception {
        JobToken token = rig.submit(keeping(checkpoint));
        rig.untilStarted(token);
        works(token, checkpoint);
        rig.launcher.end(token.value(), 7);
        rig.untilClosed(token);
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
        return rig.desk().history(Rig.ALICE, token).stream()
                .filter(entry -> entry.event().equals("LAUNCH_INTENDED"))
                .map(HistoryEntry::text)
                .findFirst()
                .orElseThrow();
    }
}
