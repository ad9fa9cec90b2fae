package dev.slipway.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.i18n.LocaleContextHolder;

class PageWordsTest {
    @AfterEach
    void forget() {
        LocaleContextHolder.resetLocaleContext();
    }

    @Test
    void times_of_the_desk_are_those_of_the_reader() {
        LocaleContextHolder.setTimeZone(TimeZone.getTimeZone("Europe/Berlin"));

        assertThat(PageWords.times("held by ann since 2026-07-01 22:57:55 UTC; it keeps its place"))
                .isEqualTo("held by ann since 2026-07-02 00:57:55 CEST; it keeps its place");
    }
}
