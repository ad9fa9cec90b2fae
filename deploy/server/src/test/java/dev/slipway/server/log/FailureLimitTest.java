package dev.slipway.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.slipway.problem.InternalProblem;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests repeated failures, in a log of their own. */
class FailureLimitTest {
    private final LoggerContext log = new LoggerContext();
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private FailureLimit limit;

    private final class Now extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @BeforeEach
    void open() {
        written.setContext(log);
        written.start();
        Logger root = log.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(written);
        root.setLevel(Level.INFO);
        limit = new FailureLimit(new Now());
        limit.setContext(log);
        limit.start();
        log.addTurboFilter(limit);
    }

    @AfterEach
    void close() {
        log.stop();
    }

    private void fail(String logger, int times) {
        for (int i = 0; i < times; i++) {
            log.getLogger(logger).error("request {} failed", i, new IllegalStateException("failure " + i));
        }
    }

    private List<String> messages() {
        return written.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void the_first_failures_of_a_kind_are_written_and_the_rest_is_counted_in_one_line() {
        fail("org.example.Filter", 1_000);

        assertThat(written.list).hasSize(FailureLimit.WHOLE);
        limit.tell();
        assertThat(messages()).hasSize(FailureLimit.WHOLE + 1);
        assertThat(messages().get(FailureLimit.WHOLE))
                .startsWith("980 more failures of a kind that is written above: java.lang.IllegalStateException at ");
        limit.tell();
        assertThat(messages()).hasSize(FailureLimit.WHOLE + 1);
    }

    @Test
    void a_kind_that_goes_on_stays_bounded_and_one_line_a_minute_counts_the_rest() {
        for (int minute = 0; minute < 60; minute++) {
            fail("org.example.Filter", 100);
            limit.tell();
            now = now.plus(Duration.ofMinutes(1));
        }

        // 2 lines are written in each minute after the first.
        assertThat(written.list).hasSize(FailureLimit.WHOLE + 59 * 2 + 60);
    }

    @Test
    void a_failure_every_nine_minutes_does_not_keep_its_kind_out_of_the_log() {
        fail("org.example.Filter", 1_000);
        for (int i = 0; i < 10; i++) {
            now = now.plus(Duration.ofMinutes(9));
            fail("org.example.Filter", 1);
        }

        assertThat(messages()).hasSize(FailureLimit.WHOLE + 10);
    }

    @Test
    void every_failure_with_a_reference_has_a_line_with_it() {
        for (int i = 0; i < 1_000; i++) {
            log.getLogger("dev.slipway.Desk")
                    .error(InternalProblem.REFERRED, "reference {}", "r" + i, new IllegalStateException("failure"));
        }
        limit.tell();

        assertThat(messages()).hasSize(1_000);
        assertThat(messages().get(999)).startsWith("reference r999 ");
        assertThat(written.list.stream().filter(event -> event.getThrowableProxy() != null))
                .as("in full")
                .hasSize(FailureLimit.WHOLE);
    }

    @Test
    void another_kind_is_written_as_ever() {
        fail("org.example.Filter", 1_000);
        fail("org.example.Valve", 3);
        log.getLogger("org.example.Filter").error("another", new IllegalArgumentException("another"));
        log.getLogger("dev.slipway.Desk").warn("one {}", 1);

        assertThat(written.list).hasSize(FailureLimit.WHOLE + 5);
    }

    @Test
    void messages_of_others_without_an_exception_are_one_kind_for_each_logger_whatever_they_say() {
        for (int i = 0; i < 1_000; i++) {
            log.getLogger("org.example.Filter").warn("no header " + i);
            log.getLogger("dev.slipway.Desk").warn("one {}", i);
            log.getLogger("dev.slipway.Desk").warn("two {}", i);
        }

        assertThat(written.list).hasSize(3 * FailureLimit.WHOLE);
    }

    @Test
    void a_kind_that_was_silent_is_written_again() {
        fail("org.example.Filter", 1_000);
        limit.tell();
        now = now.plus(LineRateLimit.SPAN).plusSeconds(1);
        fail("org.example.Filter", 1);

        assertThat(messages()).hasSize(FailureLimit.WHOLE + 2);
    }

    @Test
    void what_is_no_failure_is_never_held_back() {
        for (int i = 0; i < 1_000; i++) {
            log.getLogger("dev.slipway.Desk").info("job {}", i);
        }

        assertThat(written.list).hasSize(1_000);
    }
}
