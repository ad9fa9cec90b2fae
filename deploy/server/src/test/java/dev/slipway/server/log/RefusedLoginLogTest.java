package dev.slipway.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests the lines about refused logins, also in a process that limits other failures. */
class RefusedLoginLogTest {
    private final Logger log = (Logger) LoggerFactory.getLogger(RefusedLoginLog.class);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private final RefusedLoginLog refused = new RefusedLoginLog(clock);

    @BeforeEach
    void open() {
        FailureLimit.install();
        written.setContext(log.getLoggerContext());
        written.start();
        log.addAppender(written);
    }

    @AfterEach
    void close() {
        log.detachAppender(written);
    }

    private void refuse(int times, String who, String network) {
        for (int i = 0; i < times; i++) {
            refused.refused(who, network, network);
        }
    }

    private List<String> lines() {
        return written.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void one_guesser_hides_no_other_and_a_user_is_named_however_many_others_were_tried_there() {
        refuse(1_000, "user ann", "10.6.6.6");
        refuse(1, "user ann", "10.6.6.7");
        refuse(1, "user bob", "10.6.6.6");

        assertThat(lines())
                .hasSize(RefusedLoginLog.OF_USER_THERE + 2)
                .contains("login refused: user ann from 10.6.6.7", "login refused: user bob from 10.6.6.6");
    }

    @Test
    void a_guess_every_nine_minutes_keeps_no_later_guess_out_of_the_log() {
        refuse(20, "user ann", "10.6.6.6");
        for (int i = 0; i < 10; i++) {
            now = now.plus(Duration.ofMinutes(9));
            refuse(10, "user ann", "10.6.6.6");
        }

        assertThat(lines()).hasSize(120);
    }

    @Test
    void a_line_tells_how_many_were_not_written_before_it() {
        refuse(50, "user ann", "10.6.6.6");
        now = now.plusSeconds(30);
        refuse(1, "user ann", "10.6.6.6");

        assertThat(lines())
                .hasSize(RefusedLoginLog.OF_USER_THERE + 1)
                .last()
                .isEqualTo("login refused: user ann from 10.6.6.6, and 30 more times since the line before");
    }

    @Test
    void lines_are_bounded_for_each_network_and_in_all() {
        for (int user = 0; user < 100; user++) {
            refuse(1, "user u" + user, "10.6.6.6");
        }
        assertThat(lines()).hasSize(RefusedLoginLog.OF_NETWORK);

        for (int host = 0; host < 2 * RefusedLoginLog.OF_ALL; host++) {
            refuse(1, "user ann", "10.7." + host / 250 + "." + host % 250);
        }
        assertThat(lines()).hasSize(RefusedLoginLog.OF_ALL);
    }
}
