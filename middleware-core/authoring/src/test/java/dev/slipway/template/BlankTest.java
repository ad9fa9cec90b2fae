package dev.slipway.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.form.Placeholders;
import dev.slipway.template.Blank.Kind;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which values a blank accepts, and where blanks may stand in a text. */
class BlankTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);

    private static Blank blank(Kind kind, String least, String most, String... options) {
        return new Blank("b", "B", "", kind, least, most, List.of(options), "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x' OR '1'='1",
                "x; DROP TABLE risk.book",
                "a\\",
                "\"",
                "a\nb",
                "a\rb",
                "a\u0000b",
                "a\u2028b",
                "$(id)",
                "`id`",
                "${other}",
                "/* */",
                "(SELECT 1)",
                "a,b",
                "a\u00a0b",
                "a\u02bcb",
                "\uff07"
            })
    void a_text_takes_nothing_that_ends_a_quoted_text_or_a_line(String attempt) {
        assertThat(blank(Kind.TEXT, "", "").fault(attempt)).hasValueSatisfying(fault -> assertThat(fault)
                .contains("takes letters, digits, blanks and . _ : + - / @ only"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Equity", "M\u00fcnchen 2", "curves/usd-v1.2", "a@b:c+d_e"})
    void a_text_takes_names_and_paths(String value) {
        assertThat(blank(Kind.TEXT, "", "").fault(value)).isEmpty();
        assertThat(blank(Kind.TEXT, "", "").put(value, TODAY)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "1 OR 1=1", "1e9", "0x10", "1,000", "--1", "+1", ".5", "\u0661", "99", "100001", "NaN"})
    void a_number_is_digits_within_its_bounds(String attempt) {
        assertThat(blank(Kind.NUMBER, "100", "100000").fault(attempt)).isPresent();
    }

    @Test
    void a_number_may_have_a_sign_and_decimals() {
        assertThat(blank(Kind.NUMBER, "-1", "").fault("-0.5")).isEmpty();
        assertThat(blank(Kind.NUMBER, "", "100").fault("100.0")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",",
                "0.95,",
                "0.95 0.99",
                "0.95;0.99",
                "0.95,x",
                "0.95,1",
                "0.4,0.99",
                "0.95,0.99) OR (1=1",
                "95%"
            })
    void several_numbers_are_each_a_number_within_the_bounds(String attempt) {
        assertThat(blank(Kind.NUMBERS, "0.5", "0.9999").fault(attempt)).isPresent();
    }

    @Test
    void several_numbers_are_put_in_with_commas_alone_between() {
        Blank levels = blank(Kind.NUMBERS, "0.5", "0.9999");
        assertThat(levels.fault("0.95, 0.975 ,0.99")).isEmpty();
        assertThat(levels.put("0.95, 0.975 ,0.99", TODAY)).isEqualTo("0.95,0.975,0.99");
        assertThat(levels.put("0.99", TODAY)).isEqualTo("0.99");
        assertThat(levels.fault("0.9" + ",0.9".repeat(20)))
                .hasValueSatisfying(fault -> assertThat(fault).contains("at most 20 numbers, and not 21"));
    }

    @Test
    void a_day_is_told_when_it_is_put_in() {
        Blank day = blank(Kind.DATE, "", "");
        assertThat(day.put("today", TODAY)).isEqualTo("2026-03-01");
        assertThat(day.put("yesterday", TODAY)).isEqualTo("2026-02-28");
        assertThat(day.put("today-366", TODAY)).isEqualTo("2025-02-28");
        assertThat(day.put("2024-02-29", TODAY)).isEqualTo("2024-02-29");
        for (String attempt : List.of("2026-02-29", "today+1", "today-", "Today", "2026-3-1", "+12026-01-01", "now")) {
            assertThat(day.fault(attempt)).as(attempt).isPresent();
        }
    }

    @Test
    void a_choice_takes_its_options_alone() {
        Blank choice = blank(Kind.CHOICE, "", "", "Equity", "Rates");
        assertThat(choice.fault("Rates")).isEmpty();
        assertThat(choice.fault("rates"))
                .hasValueSatisfying(fault -> assertThat(fault).contains("Equity, Rates"));
    }

    @Test
    void a_blank_says_what_is_wrong_with_itself() {
        assertThat(new Blank("1x", "", "", Kind.CHOICE, "", "", List.of(), "").faults())
                .hasSize(3);
        assertThat(blank(Kind.NUMBER, "many", "").faults())
                .singleElement()
                .asString()
                .contains("least or most");
        assertThat(new Blank("n", "N", "", Kind.NUMBER, "1", "9", List.of(), "10").faults())
                .singleElement()
                .asString()
                .contains("from 1 to 9");
    }

    @Test
    void blanks_stand_in_texts_and_a_doubled_dollar_is_none() {
        assertThat(Placeholders.names("a ${x} ${y-2}${x} $${z} $ {q} $x")).containsExactly("x", "y-2");
        assertThat(Placeholders.fill("'${x}' $${x} $1", Map.of("x", "$1\\")::get))
                .isEqualTo("'$1\\' ${x} $1");
        for (String text : List.of("${HOME}", "$${x}", "a$$${b", "$", "${", "x${}y")) {
            assertThat(Placeholders.fill(Placeholders.literal(text), name -> "?"))
                    .isEqualTo(text);
        }
        for (String text : List.of("${", "${}", "${a b}", "${a", "${9}", "${${a}}")) {
            assertThatThrownBy(() -> Placeholders.names(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a blank");
        }
    }

    @Test
    void a_blank_outside_of_quotes_is_found() {
        assertThat(UnquotedText.blanks("WHERE a = '${x}' AND b = 'it''s ${y}' LIMIT ${n}"))
                .containsExactly("n");
    }
}
