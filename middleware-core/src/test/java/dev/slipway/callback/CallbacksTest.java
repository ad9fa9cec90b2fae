package dev.slipway.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.audit.Operation;
import dev.slipway.clock.RetryPace;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests when callbacks are sent and when not. The test stands in for the network; store and jobs are real. */
class CallbacksTest {
    private static final String PLACE = "https://flows.example.org/closed?key=not-for-the-ledger";
    private static final CallbackSettings SETTINGS = new CallbackSettings(
            List.of("flows.example.org:443", "127.0.0.1:8085"),
            new RetryPace(Duration.ofSeconds(10), Duration.ofSeconds(40), Duration.ofHours(1)));

    @TempDir
    Path folder;

    private final LinkedBlockingQueue<String> sent = new LinkedBlockingQueue<>();
    private volatile boolean away;
    private MiddlewareTestBed bed;
    private Callbacks callbacks;

    private final CallbackSender network = (receiver, body) -> {
        sent.add(body);
        if (away) {
            throw new IOException(receiver.getAuthority() + " answered HTTP 503");
        }
    };

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        callbacks = bed.middleware.callbacks(SETTINGS, network);
    }

    @AfterEach
    void stop() {
        callbacks.close();
        bed.close();
    }

    @Test
    void a_closed_job_is_told_once_and_the_ledger_says_so() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        callbacks.register(token, PLACE);
        callbacks.register(token, PLACE);
        assertThatThrownBy(() -> callbacks.register(token, "https://flows.example.org/second"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.SUBMISSION_CONFLICT))
                .hasMessageContaining("another callback address")
                .hasMessageNotContaining("not-for-the-ledger");
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.untilClosed(token);

        assertThat(next())
                .contains(
                        "\"event\":\"job.closed\"",
                        "\"token\":\"" + token + "\"",
                        "\"outcome\":\"CANCELLED\"",
                        "\"owner\":\"alice\"",
                        "\"try\":1");
        Operation taken = ledger("CALLBACK_TAKEN");
        assertThat(taken.text())
                .contains("callback of job " + token + " to flows.example.org:443, try 1, taken")
                .doesNotContain("not-for-the-ledger");
        assertThat(sent).isEmpty();
    }

    @Test
    void a_job_that_has_not_closed_is_not_told() throws Exception {
        JobToken open = bed.submit(JobRequests.small());
        callbacks.register(open, PLACE);
        JobToken closed = bed.submit(JobRequests.small());
        callbacks.register(closed, PLACE);
        bed.desk().cancel(MiddlewareTestBed.ALICE, closed);
        bed.untilClosed(closed);

        assertThat(next()).contains(closed.value());
        ledger("CALLBACK_TAKEN");
        assertThat(sent).isEmpty();
    }

    @Test
    void a_receiver_that_is_away_is_tried_again_with_growing_pauses_and_over_a_restart() throws Exception {
        away = true;
        JobToken token = closed();
        callbacks.register(token, PLACE);
        assertThat(next()).contains("\"try\":1");
        awaitRecorded(token, 1);
        callbacks.close();
        bed.clock.advance(Duration.ofSeconds(9));
        callbacks = bed.middleware.callbacks(SETTINGS, network);
        // A second one that is due at once shows that the first was looked at and is not.
        JobToken other = closed();
        callbacks.register(other, PLACE);
        assertThat(next()).contains(other.value());

        bed.clock.advance(Duration.ofSeconds(1));
        callbacks.register(closed(), PLACE);
        awaitTry(token, 2);
        awaitRecorded(token, 2);
        away = false;
        bed.clock.advance(Duration.ofSeconds(40));
        callbacks.register(token, PLACE);

        awaitTry(token, 3);
    }

    /** Waits until the store has the failure of a try, which decides the time of the next one. */
    private void awaitRecorded(JobToken token, int tries) {
        Await.until("try " + tries + " is recorded", () -> {
            try (Connection connection = bed.dataSource.getConnection();
                    Statement query = connection.createStatement();
                    ResultSet row =
                            query.executeQuery("SELECT tries FROM slipway.callback WHERE token = '" + token + "'")) {
                return row.next() && row.getInt(1) == tries;
            }
        });
    }

    /** Waits for a try of this job's callback among those of other jobs. */
    private void awaitTry(JobToken token, int number) throws Exception {
        String body = next();
        while (!body.contains(token.value()) || !body.contains("\"try\":" + number)) {
            body = next();
        }
    }

    @Test
    void a_receiver_that_does_not_answer_holds_up_no_other() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        callbacks.close();
        callbacks = bed.middleware.callbacks(SETTINGS, (receiver, body) -> {
            sent.add(body);
            if (receiver.getHost().equals("flows.example.org")) {
                answers.await();
            }
        });
        try {
            for (int i = 0; i < 6; i++) {
                callbacks.register(closed(), PLACE);
            }
            JobToken other = closed();
            callbacks.register(other, "http://127.0.0.1:8085/x");

            assertThat(List.of(next(), next()).toString()).contains(other.value());
        } finally {
            answers.countDown();
        }
    }

    @Test
    void what_nobody_takes_is_given_up_and_the_ledger_says_why() throws Exception {
        away = true;
        JobToken token = closed();
        bed.clock.advance(Duration.ofHours(2));
        callbacks.register(token, PLACE);

        next();

        assertThat(ledger("CALLBACK_GIVEN_UP").text())
                .contains(token.value(), "given up: flows.example.org answered HTTP 503");
    }

    @Test
    void a_place_that_the_operator_does_not_list_any_more_is_not_called() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        CallbackSettings earlier = CallbackSettings.to(List.of("other.example.org:443"), Duration.ofHours(1));
        try (Callbacks before = bed.middleware.callbacks(earlier, network)) {
            before.register(token, "https://other.example.org/");
        }
        callbacks.register(token, "https://OTHER.example.org/");
        JobToken fresh = bed.submit(JobRequests.small());
        assertThatThrownBy(() -> callbacks.register(fresh, "https://other.example.org/"))
                .hasMessage("no callback may go to other.example.org:443");
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.untilClosed(token);
        bed.clock.advance(Duration.ofHours(2));
        callbacks.register(closed(), PLACE);

        assertThat(next()).doesNotContain(token.value());
        assertThat(ledger("CALLBACK_GIVEN_UP").text()).contains("no callback may go to other.example.org:443");
        assertThat(sent).isEmpty();
    }

    @Test
    void an_address_is_one_that_the_operator_lists_and_nothing_clever() {
        assertThat(SETTINGS.require("https://FLOWS.example.org:443/x"))
                .isEqualTo(URI.create("https://FLOWS.example.org:443/x"));
        assertThat(SETTINGS.require("http://127.0.0.1:8085/x")).hasPort(8085);
        for (String refused : List.of(
                "https://flows.example.org:8443/",
                "http://flows.example.org:443/",
                "https://flows.example.org@169.254.169.254/",
                "https://user:secret@flows.example.org/",
                "https://169.254.169.254/latest/meta-data",
                "http://localhost:8085/",
                "http://127.0.0.1:80/",
                "http://[::1]:8085/",
                "http://2130706433:8085/",
                "file:///etc/passwd",
                "gopher://127.0.0.1:8085/",
                "https:///x",
                "//flows.example.org/",
                "https://flows.example.org/#x",
                "no address at all",
                "https://flows.example.org/" + "x".repeat(2_000))) {
            assertThatThrownBy(() -> callbacks.require(refused))
                    .as(refused)
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refusal -> assertThat(refusal.problem().code()).isEqualTo(ProblemCode.CALLBACK_REFUSED));
        }
        assertThatThrownBy(() -> CallbackSettings.NONE.require("http://127.0.0.1:8085/"))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void an_address_is_what_it_means_however_it_is_written() throws Exception {
        JobToken token = bed.submit(JobRequests.small());
        callbacks.register(token, "https://FLOWS.example.org:443/x?y");
        callbacks.register(token, "HTTPS://flows.example.org/x?y");
        for (String other : List.of(
                "https://flows.example.org:444/x?y",
                "https://flows.example.org/X?y",
                "https://flows.example.org/x?Y",
                "https://flows.example.org/x",
                "http://flows.example.org:443/x?y")) {
            assertThatThrownBy(() -> callbacks.register(token, other))
                    .as(other)
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.SUBMISSION_CONFLICT));
        }

        CallbackSettings listed =
                CallbackSettings.to(List.of("Flows.Example.org:0443", "[0:0::1]:8085"), Duration.ofHours(1));
        assertThat(listed.hosts()).containsExactly("flows.example.org:443", "[0:0:0:0:0:0:0:1]:8085");
        assertThat(listed.require("https://flows.example.org/x")).hasPath("/x");
        assertThat(listed.require("http://[::1]:8085/x")).hasPort(8085);
        assertThat(List.of(
                        "flows.example.org", "flows.example.org:0", "a:80/x", "u@a:80", "a:80?x", "my_host:80", ":80"))
                .noneMatch(CallbackSettings::isPlace);
    }

    @Test
    void a_try_that_the_store_does_not_record_is_not_made_again_at_once() throws Exception {
        JobToken token = closed();
        execute("""
                CREATE FUNCTION slipway.refuse() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE EXCEPTION 'reads, but does not write'; END $$;
                CREATE TRIGGER refuse BEFORE UPDATE ON slipway.callback
                  FOR EACH ROW EXECUTE FUNCTION slipway.refuse()""");
        // Three tries have two pauses of a second between them, however late the test hears of each.
        long begun = System.nanoTime();
        callbacks.register(token, PLACE);
        for (int i = 0; i < 3; i++) {
            assertThat(next()).contains("\"try\":1");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(1_500));

        execute("DROP TRIGGER refuse ON slipway.callback");
        assertThat(ledger("CALLBACK_TAKEN").text()).contains("callback of job " + token);
    }

    private void execute(String statement) throws SQLException {
        try (Connection connection = bed.dataSource.getConnection();
                Statement change = connection.createStatement()) {
            change.execute(statement);
        }
    }

    private JobToken closed() throws InterruptedException {
        JobToken token = bed.submit(JobRequests.small());
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.untilClosed(token);
        return token;
    }

    private String next() {
        return Await.next(sent);
    }

    /** Waits for the newest operation of this kind, which may not be written yet, and returns the operation. */
    private Operation ledger(String kind) {
        Await.until("the ledger has a " + kind, () -> recorded(kind).isPresent());
        return recorded(kind).orElseThrow();
    }

    private Optional<Operation> recorded(String kind) {
        return bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, 0, 50).stream()
                .filter(operation -> operation.kind().equals(kind))
                .findFirst();
    }
}
