package dev.slipway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests the messages about an unforeseen failure to its caller and to the operator. */
class InternalProblemTest {
    private static final Pattern REFERENCE =
            Pattern.compile("step curve failed unexpectedly, reference ([0-9a-f]{12})");

    private final Logger log = (Logger) LoggerFactory.getLogger(InternalProblem.class);
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();

    @BeforeEach
    void open() {
        written.start();
        log.addAppender(written);
    }

    @AfterEach
    void close() {
        log.detachAppender(written);
    }

    @Test
    void the_answer_names_the_reference_under_which_the_log_holds_the_failure() {
        Exception failure = new IllegalStateException("the row 4711 of ann");

        Problem problem = InternalProblem.of("step curve", failure);

        assertThat(problem.code()).isEqualTo(ProblemCode.INTERNAL);
        Matcher told = REFERENCE.matcher(problem.message());
        assertThat(told.matches()).as(problem.message()).isTrue();
        assertThat(problem.detail()).as("its kind and none of its words").isEqualTo("IllegalStateException");
        assertThat(written.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.ERROR);
            assertThat(line.getFormattedMessage()).endsWith("reference " + told.group(1));
            assertThat(line.getMarkerList()).containsExactly(InternalProblem.REFERRED);
            assertThat(((ThrowableProxy) line.getThrowableProxy()).getThrowable())
                    .isSameAs(failure);
        });
    }

    @Test
    void each_failure_has_a_reference_of_its_own() {
        Exception failure = new IllegalStateException("again");

        assertThat(InternalProblem.of("step curve", failure).message())
                .isNotEqualTo(InternalProblem.of("step curve", failure).message());
    }
}
