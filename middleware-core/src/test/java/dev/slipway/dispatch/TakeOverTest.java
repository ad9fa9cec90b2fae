package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.store.PostgresJobJournal;
import dev.slipway.journal.store.Tampering;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.JobRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.servers.Await;
import dev.slipway.testbed.EndableJob;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which files a retry takes over from the run folder of its parent. */
class TakeOverTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
    }

    @Test
    void takes_every_verified_file_over_and_moves_none() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        List<String> before = List.copyOf(bed.gateway.tried());

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);
        Files.writeString(file(token, "books.csv"), "changed by the run");

        assertThat(bed.gateway.tried()).isEqualTo(before);
        assertThat(reused(token)).containsExactlyInAnyOrder("books", "curve", "positions");
        assertThat(file(token, "positions.csv")).hasContent("rows of positions");
        assertThat(file(parent, "books.csv")).hasContent("rows of books");
        assertThat(parts(token)).isEmpty();
        bed.launcher.end(token.value(), 0);
        assertThat(bed.untilClosed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(bed.middleware.journal().verify(token)).isEmpty();
    }

    @Test
    void moves_a_file_again_that_is_not_as_it_was_staged() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        Files.writeString(file(parent, "curve.csv"), "rows of Curve\n");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(reused(token)).containsExactlyInAnyOrder("books", "positions");
        assertThat(file(token, "curve.csv")).hasContent("rows of curve");
    }

    @Test
    void moves_rows_again_whose_parameters_have_changed() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        Files.delete(file(parent, "books.csv"));
        bed.gateway.say("books", "other books\n");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(reused(token)).containsExactly("curve");
        assertThat(file(token, "books.csv")).hasContent("other books");
    }

    @Test
    void takes_nothing_through_a_link() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        Path elsewhere = Files.move(file(parent, "curve.csv"), folder.resolve("elsewhere"));
        Files.createSymbolicLink(file(parent, "curve.csv"), elsewhere);

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(reused(token)).containsExactlyInAnyOrder("books", "positions");
        assertThat(Files.isRegularFile(file(token, "curve.csv"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
    }

    @Test
    void moves_all_again_when_the_folder_has_gone() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        folders().remove(of(parent));

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(reused(token)).isEmpty();
        assertThat(bed.gateway.moved().stream().filter(List.of("books", "curve", "positions")::contains))
                .hasSize(6);
    }

    @Test
    void moves_all_again_when_the_folder_goes_while_it_copies() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        CutOff cut = cutOff("intended, nothing copied");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        cut.awaitEntered();
        folders().remove(of(parent));
        cut.open();
        bed.untilStarted(token);

        assertThat(reused(token)).isEmpty();
        assertThat(file(token, "books.csv")).hasContent("rows of books");
        assertThat(parts(token)).isEmpty();
    }

    @Test
    void takes_steps_that_write_one_file_over_together() throws Exception {
        JobToken parent = keptInOrder(appending(1, 1));

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(reused(token)).containsExactlyInAnyOrder("one", "two");
        assertThat(file(token, "both.txt")).hasSameBinaryContentAs(file(parent, "both.txt"));
    }

    @Test
    void moves_steps_that_write_one_file_again_together() throws Exception {
        JobToken parent = keptInOrder(appending(1, 1));
        Files.writeString(file(parent, "both.txt"), "rows of one\n");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(reused(token)).isEmpty();
        assertThat(Files.readAllLines(file(token, "both.txt"))).containsExactlyInAnyOrder("rows of one", "rows of two");
    }

    @Test
    void keeps_the_order_of_groups_that_write_one_file() throws Exception {
        JobToken parent = kept(appending(1, 2));

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        bed.untilStarted(token);

        assertThat(reused(token)).isEmpty();
        assertThat(file(token, "both.txt")).hasContent("rows of one\nrows of two");
    }

    @ParameterizedTest
    @ValueSource(strings = {"intended, nothing copied", "copied, not under its name", "under its name, not recorded"})
    void goes_on_after_a_crash(String moment) throws Exception {
        JobToken parent = keptInOrder(appending(1, 1));
        CutOff cut = cutOff(moment);

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        cut.awaitEntered();
        bed.restart();
        bed.untilStarted(token);

        assertThat(reused(token)).containsExactlyInAnyOrder("one", "two");
        assertThat(file(token, "both.txt")).hasSameBinaryContentAs(file(parent, "both.txt"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"intended, nothing copied", "copied, not under its name", "under its name, not recorded"})
    void doubles_nothing_when_the_folder_goes_after_a_crash(String moment) throws Exception {
        JobToken parent = keptInOrder(appending(1, 1));
        CutOff cut = cutOff(moment);

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        cut.awaitEntered();
        bed.middleware.close();
        folders().remove(of(parent));
        bed.start();
        bed.untilStarted(token);

        assertThat(reused(token)).isEmpty();
        assertThat(Files.readAllLines(file(token, "both.txt"))).containsExactlyInAnyOrder("rows of one", "rows of two");
    }

    @Test
    void gives_no_file_its_name_if_one_of_them_cannot_have_it() throws Exception {
        JobToken parent = keptInOrder(sharing());
        CutOff cut = cutOff("copied, not under its name");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        cut.awaitEntered();
        bed.gateway.withoutIndex();
        Path inTheWay = Files.createDirectories(file(token, "both.txt.gzi").resolve("full"));
        cut.open();
        bed.untilStarted(token);

        assertThat(inTheWay).isDirectory();
        assertThat(reused(token)).isEmpty();
        assertThat(Files.readAllLines(file(token, "both.txt"))).containsExactlyInAnyOrder("rows of one", "rows of two");
        assertThat(parts(token)).isEmpty();
    }

    @Test
    void removes_an_index_that_a_crash_left_with_its_file() throws Exception {
        JobToken parent = keptInOrder(sharing());
        CutOff cut = cutOff("under its name, not recorded");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        cut.awaitEntered();
        assertThat(file(token, "both.txt.gzi")).exists();
        bed.middleware.close();
        folders().remove(of(parent));
        bed.gateway.withoutIndex();
        bed.start();
        bed.untilStarted(token);

        assertThat(reused(token)).isEmpty();
        assertThat(file(token, "both.txt.gzi")).doesNotExist();
        assertThat(Files.readAllLines(file(token, "both.txt"))).containsExactlyInAnyOrder("rows of one", "rows of two");
    }

    @Test
    void moves_all_again_when_the_record_of_the_parent_is_damaged() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        ScriptedGateway.Gate gate = bed.gateway.hold("late");
        for (int i = 0; i < 3; i++) {
            bed.submit(JobRequests.request(List.of(JobRequests.fetch("late", 1)), List.of()));
        }
        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        Tampering.with(
                bed.dataSource,
                "UPDATE slipway.job_event SET payload = payload || ' ' WHERE sequence = 2 AND token = ?",
                parent.value());
        bed.launcher.endAtOnce();
        gate.open();
        bed.untilStarted(token);

        assertThat(reused(token)).isEmpty();
        assertThat(bed.gateway.moved().stream().filter("books"::equals)).hasSize(2);
    }

    @Test
    void ends_with_a_cancel() throws Exception {
        JobToken parent = kept(JobRequests.whole());
        CutOff cut = cutOff("copied, not under its name");

        JobToken token = bed.desk().retry(MiddlewareTestBed.ALICE, parent);
        cut.awaitEntered();
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        Job job = bed.untilClosed(token);

        assertThat(job.outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertThat(reused(token)).isEmpty();
    }

    @Test
    void helps_a_retry_of_a_retry() throws Exception {
        JobToken first = kept(JobRequests.whole());
        JobToken second = bed.desk().retry(MiddlewareTestBed.ALICE, first);
        leaveFolder(second);

        JobToken third = bed.desk().retry(MiddlewareTestBed.ALICE, second);
        bed.untilStarted(third);

        assertThat(bed.gateway.moved().stream().filter("books"::equals)).hasSize(1);
        assertThat(reused(third)).contains("books");
    }

    /** Returns a request with two steps that append to one file, which has an index beside it. */
    private static JobRequest sharing() {
        return JobRequests.request(
                List.of(append("one", 1, Compression.BGZF), append("two", 1, Compression.BGZF)), List.of());
    }

    private static JobRequest appending(int one, int two) {
        return JobRequests.request(
                List.of(append("one", one, Compression.NONE), append("two", two, Compression.NONE)), List.of());
    }

    private static SshFetch append(String name, int group, Compression compression) {
        RunPath both = new RunPath("both.txt");
        return new SshFetch(new StepHead.In(name, group, both, CreationFlag.APPEND, compression), "host", "/in");
    }

    /** Makes a failed job with a kept run folder. */
    private JobToken kept(JobRequest request) throws Exception {
        JobToken token = bed.submit(request);
        leaveFolder(token);
        return token;
    }

    /** Makes a failed job as {@link #kept} does. The second step moves when the file of the first is recorded. */
    private JobToken keptInOrder(JobRequest request) throws Exception {
        ScriptedGateway.Gate second = bed.gateway.hold("two");
        JobToken token = bed.submit(request);
        bed.until(token, job -> job.step(request.stageIn().get(0)).moved().isPresent());
        second.open();
        leaveFolder(token);
        return token;
    }

    private void leaveFolder(JobToken token) throws Exception {
        bed.untilStarted(token);
        EndableJob.barResults(bed, token);
        bed.launcher.end(token.value(), 7);
        Job job = bed.until(
                token, one -> one.state() == JobState.CLEANING && one.blocked().isPresent());
        bed.middleware.close();
        PostgresJobJournal.open(bed.dataSource, bed.clock)
                .append(bed.job(token), List.of(new JobEvent.ResultsKept(List.of()), new JobEvent.Cleaned(true)));
        Files.delete(folder.resolve("results").resolve(token.value()));
        bed.start();
        assertThat(job.decided()).isTrue();
    }

    private RunFolders folders() {
        return new RunFolders(folder.resolve("scratch"), Optional.empty(), Witness.NONE);
    }

    private RunFolder of(JobToken token) {
        return folders().of(token.value());
    }

    private Path file(JobToken token, String name) {
        return of(token).files().resolve(name);
    }

    private List<Path> parts(JobToken token) throws Exception {
        try (var files = Files.list(of(token).root())) {
            return files.filter(path -> path.toString().endsWith(".part")).toList();
        }
    }

    private List<String> reused(JobToken token) {
        return bed.middleware.journal().events(token).stream()
                .filter(recorded -> recorded.event() instanceof JobEvent.StepMoved)
                .map(recorded -> (JobEvent.StepMoved) recorded.event())
                .filter(moved -> moved.reused().isPresent())
                .map(JobEvent.StepMoved::step)
                .toList();
    }

    private CutOff cutOff(String moment) {
        CutOff cut = new CutOff(new KillPoint("take over", moment));
        bed.witness = cut;
        return cut;
    }

    /** Stops the first effect that reaches a kill point, until it is released or interrupted. */
    private static final class CutOff implements Witness {
        private final KillPoint point;
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        CutOff(KillPoint point) {
            this.point = point;
        }

        @Override
        public void passes(KillPoint passed) {
            if (passed.equals(point) && entered.getCount() > 0) {
                entered.countDown();
                try {
                    opened.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("cut off", e);
                }
            }
        }

        void awaitEntered() throws InterruptedException {
            Await.open(entered);
        }

        void open() {
            opened.countDown();
        }
    }
}
