package dev.slipway.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.ProblemCode;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.i18n.LocaleContextHolder;

class PageWordsTest {
    private static final String TOKEN = "er0kdhfbh441wr0wh5sbpsnd1n80f47d";

    private final PageWords words = new PageWords();

    @AfterEach
    void forget() {
        LocaleContextHolder.resetLocaleContext();
    }

    @ParameterizedTest
    @EnumSource
    void no_remedy_tells_a_command_an_element_a_setting_or_a_file_of_the_server(ProblemCode code) {
        assertThat(words.remedy(code.hint()))
                .doesNotContain("`", "slipway", "sw:", "SOAP", "WSDL", "known_hosts", "sshd_config", "ca-file")
                .isNotBlank();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Release it: `slipway release " + TOKEN + "`. | Release it.",
                "Release what is held of it: `slipway release " + TOKEN + "`. | Release what is held of it.",
                "Its checkpoint folder is kept, and the first retry goes on from it: `slipway retry " + TOKEN + "`."
                        + " | Its checkpoint folder is kept, and the first retry goes on from it.",
                "`slipway list --group " + TOKEN + "` names the jobs; `slipway retry " + TOKEN
                        + "` does again those that are not done, as a new group of 1 job."
                        + " | Retry runs the jobs again that are not done, as a new sweep of 1 job.",
                "Read the program's standard error: `slipway output " + TOKEN + " --stderr`. Then."
                        + " | Read what the program wrote to standard error. Then.",
                "Correct the row; nothing was stored. | Correct the row; nothing was stored."
            })
    void advice_for_all_doors_becomes_advice_for_a_page(String advice, String told) {
        assertThat(words.remedy(advice)).isEqualTo(told);
    }

    @Test
    void times_of_the_desk_are_those_of_the_reader() {
        LocaleContextHolder.setTimeZone(TimeZone.getTimeZone("Europe/Berlin"));

        assertThat(PageWords.times("held by ann since 2026-07-01 22:57:55 UTC; it keeps its place"))
                .isEqualTo("held by ann since 2026-07-02 00:57:55 CEST; it keeps its place");
    }
}
