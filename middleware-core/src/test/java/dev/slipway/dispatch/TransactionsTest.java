package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobChange;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.RunSighting;
import dev.slipway.servers.Await;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Tests which events the journal gets in one transaction, by the number that PostgreSQL gives to a transaction. */
class TransactionsTest {
    private static final LaunchesOn LOCAL = new LaunchesOn("local");

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 10, 3);
    }

    private JobToken submit() {
        return bed.submit(JobRequests.request(List.of(), List.of()));
    }

    /** Returns the transaction of each event of this kind. */
    private List<String> transactions(JobEvent.Kind kind) throws Exception {
        List<String> numbers = new ArrayList<>();
        try (Connection connection = bed.dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT xmin::text FROM slipway.job_event WHERE event = ?")) {
            statement.setString(1, kind.name());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    numbers.add(rows.getString(1));
                }
            }
        }
        return numbers;
    }

    /** Submits jobs that are all ready, and are not launched before {@link #launch}. */
    private List<JobToken> ready(int count) throws Exception {
        operations().stop(MiddlewareTestBed.OPERATOR, LOCAL, "gather");
        List<JobToken> tokens = new ArrayList<>();
        for (int job = 0; job < count; job++) {
            tokens.add(submit());
        }
        for (JobToken token : tokens) {
            bed.until(token, job -> job.state() == JobState.READY);
        }
        return tokens;
    }

    private OperationsDesk operations() {
        return bed.middleware.operations(List::of, Duration.ZERO);
    }

    private void launch() {
        operations().resume(MiddlewareTestBed.OPERATOR, LOCAL);
    }

    @Test
    void jobs_whose_turns_come_at_once_are_launched_together() throws Exception {
        List<JobToken> tokens = ready(3);
        launch();
        for (JobToken token : tokens) {
            bed.untilStarted(token);
        }

        List<String> launches = transactions(JobEvent.Kind.LAUNCH_INTENDED);
        assertThat(launches).hasSize(3).containsOnly(launches.get(0));
    }

    @Test
    void a_listener_that_fails_holds_up_no_job() throws Exception {
        List<JobToken> tokens = ready(3);
        IllegalStateException failure = new IllegalStateException("as a test wants it");
        bed.middleware.listen(job -> {
            if (job.state() == JobState.RUNNING) {
                throw failure;
            }
        });
        List<ILoggingEvent> written = logOf(Loop.class);
        launch();

        for (JobToken token : tokens) {
            bed.untilStarted(token);
        }
        assertThat(failures(written)).contains(failure);
    }

    private static List<ILoggingEvent> logOf(Class<?> writer) {
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        logger(writer).addAppender(appender);
        return appender.list;
    }

    private static Logger logger(Class<?> writer) {
        return (Logger) LoggerFactory.getLogger(writer);
    }

    @AfterEach
    void closeLogs() {
        logger(Dispatcher.class).detachAndStopAllAppenders();
        logger(Loop.class).detachAndStopAllAppenders();
        logger(QueueTurns.class).detachAndStopAllAppenders();
    }

    private static List<Throwable> failures(List<ILoggingEvent> written) {
        return written.stream()
                .filter(line -> line.getThrowableProxy() instanceof ThrowableProxy)
                .map(line -> ((ThrowableProxy) line.getThrowableProxy()).getThrowable())
                .toList();
    }

    @Test
    void the_end_of_a_run_is_also_the_end_of_a_stage_out_without_steps() throws Exception {
        JobToken token = submit();
        bed.untilStarted(token);
        bed.launcher.end(token.value(), 0);
        bed.until(token, job -> job.state() == JobState.CLOSED);

        assertThat(transactions(JobEvent.Kind.RUN_ENDED)).hasSize(1).isEqualTo(transactions(JobEvent.Kind.STAGED_OUT));
    }

    /** Makes a journal that takes no such event of these jobs, as if its text could not be stored. */
    private static JobJournal without(
            Class<? extends JobEvent> event, Set<JobToken> tokens, RuntimeException failure, JobJournal journal) {
        return failing((method, arguments) -> appends(event, tokens, method, arguments), failure, journal);
    }

    /** Makes a journal that fails in some calls, told by the name of the method and the arguments. */
    private static JobJournal failing(
            BiPredicate<String, Object[]> calls, RuntimeException failure, JobJournal journal) {
        return (JobJournal) Proxy.newProxyInstance(
                JobJournal.class.getClassLoader(), new Class<?>[] {JobJournal.class}, (proxy, method, arguments) -> {
                    if (calls.test(method.getName(), arguments)) {
                        throw failure;
                    }
                    try {
                        return method.invoke(journal, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static boolean appends(
            Class<? extends JobEvent> event, Set<JobToken> tokens, String method, Object[] arguments) {
        return method.equals("append") && changes(arguments).stream().anyMatch(change -> has(event, tokens, change));
    }

    @SuppressWarnings("unchecked")
    private static List<JobChange> changes(Object[] arguments) {
        return arguments.length == 1
                ? (List<JobChange>) arguments[0]
                : List.of(new JobChange((Job) arguments[0], (List<JobEvent>) arguments[1]));
    }

    private static boolean has(Class<? extends JobEvent> event, Set<JobToken> tokens, JobChange change) {
        return tokens.contains(change.job().token()) && change.events().stream().anyMatch(event::isInstance);
    }

    @Test
    void a_run_whose_end_cannot_be_written_holds_up_no_other() throws Exception {
        List<JobToken> tokens = List.of(submit(), submit(), submit(), submit());
        for (JobToken token : tokens) {
            bed.untilStarted(token);
        }
        JournalUnavailable failure = new JournalUnavailable("no such text", null);
        bed.journals = journal -> without(JobEvent.RunEnded.class, Set.of(tokens.get(1)), failure, journal);
        bed.restart();
        tokens.forEach(token -> bed.launcher.end(token.value(), 0));

        for (int other : List.of(0, 2, 3)) {
            bed.untilClosed(tokens.get(other));
        }
        assertThat(bed.job(tokens.get(1)).state()).isEqualTo(JobState.RUNNING);
    }

    private void launchWithout(Set<JobToken> tokens, RuntimeException failure) {
        bed.journals = journal -> without(JobEvent.LaunchIntended.class, tokens, failure, journal);
        bed.restart();
        launch();
    }

    @Test
    void a_job_whose_launch_cannot_be_written_is_left_out_and_holds_up_no_other() throws Exception {
        List<JobToken> tokens = ready(4);
        IllegalStateException failure = new IllegalStateException("no such launch");
        List<ILoggingEvent> written = logOf(QueueTurns.class);
        launchWithout(Set.of(tokens.get(1)), failure);

        for (int other : List.of(0, 2, 3)) {
            bed.untilStarted(tokens.get(other));
        }
        assertThat(bed.job(tokens.get(1)).state()).isEqualTo(JobState.READY);
        assertThat(failures(written.stream()
                        .filter(line -> line.getMessage().startsWith("turns fail together"))
                        .toList()))
                .isNotEmpty()
                .containsOnly(failure);
    }

    @Test
    void jobs_whose_launches_the_store_refuses_are_launched_later_and_hold_up_no_other() throws Exception {
        List<JobToken> tokens = ready(5);
        Set<JobToken> refused = ConcurrentHashMap.newKeySet();
        refused.addAll(tokens.subList(1, 3));
        launchWithout(refused, new JournalUnavailable("no such launch", null));

        for (int other : List.of(0, 3, 4)) {
            bed.untilStarted(tokens.get(other));
        }
        assertThat(bed.job(tokens.get(1)).state()).isEqualTo(JobState.READY);
        assertThat(bed.job(tokens.get(2)).state()).isEqualTo(JobState.READY);

        refused.clear();
        for (JobToken token : tokens) {
            bed.untilStarted(token);
        }
    }

    @Test
    void turns_that_wait_for_the_journal_are_tried_again_by_one_timer_however_often_runs_are_looked_at()
            throws Exception {
        JobToken running = submit();
        bed.untilStarted(running);
        List<JobToken> tokens = ready(3);
        Set<JobToken> away = ConcurrentHashMap.newKeySet();
        away.addAll(tokens);
        bed.journals = journal -> failing(
                (method, arguments) -> appends(JobEvent.LaunchIntended.class, away, method, arguments)
                        || method.equals("load") && away.contains(arguments[0]),
                new JournalUnavailable("away", null),
                journal);
        bed.restart();
        List<ILoggingEvent> written = logOf(Dispatcher.class);
        Instant begun = bed.clock.instant();
        launch();
        int looks = bed.launcher.looks();
        bed.until(running, job -> bed.launcher.looks() >= looks + 20);

        long seconds = Duration.between(begun, bed.clock.instant()).toSeconds();
        // Each wait for the journal is written, and ends with the next round of turns.
        assertThat(written)
                .filteredOn(line -> line.getMessage().startsWith("the queue waits"))
                .hasSizeBetween(1, (int) seconds + 1);

        away.clear();
        for (JobToken token : tokens) {
            bed.untilStarted(token);
        }
    }

    @Test
    void an_end_that_one_look_saw_is_not_recorded_though_the_events_of_that_look_fail_together() throws Exception {
        List<JobToken> tokens = ready(2);
        JobToken ending = tokens.get(0);
        JobToken waiting = tokens.get(1);
        Set<JobToken> refused = ConcurrentHashMap.newKeySet();
        refused.add(waiting);
        AtomicInteger refusals = new AtomicInteger();
        bed.journals = journal -> failing(
                (method, arguments) -> appends(JobEvent.ClusterStageSeen.class, refused, method, arguments)
                        && refusals.incrementAndGet() > 0,
                new JournalUnavailable("no such reason", null),
                journal);
        bed.restart();
        bed.launcher.startTogether();
        bed.launcher.queue(ending.value(), new ClusterRun("main", "17"), RunSighting.Waiting.in(ClusterStage.ENDING));
        bed.launcher.queue(
                waiting.value(),
                new ClusterRun("main", "18"),
                new RunSighting.Waiting(ClusterStage.PENDING, "Priority", Optional.empty()));
        launch();

        // The second refusal is that of the job alone, after the other job was taken up alone.
        Await.until("the reason is refused twice", () -> refusals.get() == 2);
        assertThat(stage(ending)).contains(ClusterStage.PENDING);

        bed.until(ending, job -> stage(ending).equals(Optional.of(ClusterStage.ENDING)));
        refused.clear();
        bed.until(waiting, job -> job.cluster().orElseThrow().reason().equals("Priority"));
    }

    private Optional<ClusterStage> stage(JobToken token) {
        return bed.job(token).cluster().orElseThrow().stage();
    }
}
