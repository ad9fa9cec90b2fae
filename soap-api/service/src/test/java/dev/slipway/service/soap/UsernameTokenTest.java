package dev.slipway.service.soap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class UsernameTokenTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T11:59:00Z, 2026-03-01T12:04:00Z",
        "2026-03-01T12:01:00Z, 2026-03-01T12:06:00Z",
        "2026-03-01T11:59:00Z, ",
        ", 2026-03-01T12:00:00.001Z",
        ", 2026-03-01T14:00:00.001+02:00"
    })
    void a_timestamp_of_now_lets_the_call_pass(String created, String expires) throws Exception {
        assertThat(UsernameToken.in(header(created, expires), NOW).user()).isEqualTo("ann");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-01T11:54:59Z, 2026-03-01T11:59:59Z, its Timestamp expired at 2026-03-01T11:59:59Z",
        ", 2026-03-01T12:00:00Z, its Timestamp expired at 2026-03-01T12:00:00Z",
        "2026-03-01T12:01:01Z, 2026-03-01T12:06:01Z, 'its Timestamp was created at 2026-03-01T12:01:01Z,"
                + " which is in the future'"
    })
    void a_timestamp_that_is_over_or_still_to_come_is_refused_with_the_services_time(
            String created, String expires, String words) {
        assertThatThrownBy(() -> UsernameToken.in(header(created, expires), NOW))
                .isInstanceOfSatisfying(ProblemException.class, refused -> {
                    assertThat(refused.problem().code()).isEqualTo(ProblemCode.CALL_EXPIRED);
                    assertThat(refused.problem().message())
                            .contains(words, "the service's clock shows 2026-03-01T12:00:00Z");
                });
    }

    @Test
    void a_timestamp_that_holds_no_time_is_no_call() {
        assertThatThrownBy(() -> UsernameToken.in(header("yesterday", null), NOW))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().message()).contains("Created of its Timestamp"));
    }

    private static Element header(String created, String expires) throws Exception {
        String text = "<w:Security xmlns:w='" + UsernameToken.NAMESPACE + "' xmlns:u='" + UsernameToken.UTILITY + "'>"
                + "<u:Timestamp>" + element("Created", created) + element("Expires", expires) + "</u:Timestamp>"
                + "<w:UsernameToken><w:Username>ann</w:Username><w:Password>x</w:Password></w:UsernameToken>"
                + "</w:Security>";
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }

    private static String element(String name, String time) {
        return time == null ? "" : "<u:" + name + ">" + time + "</u:" + name + ">";
    }
}
