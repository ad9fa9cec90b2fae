package dev.slipway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {
    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, 0x1b, 0x7f, 0x85, 0x9b, 0xad, 0x200e, 0x2028, 0x2029, 0x202e, 0xd800, 0xdfff, 0xfeff, 0xfffe,
                0xffff
            })
    void what_cannot_be_shown_everywhere_is_a_question_mark(int point) {
        String text = "a" + new String(Character.toChars(point)) + "b";

        assertThat(Printable.line(text)).isEqualTo("a?b");
        assertThat(Printable.lines(text)).isEqualTo("a?b");
    }

    @Test
    void a_line_feed_stays_only_in_several_lines() {
        assertThat(Printable.line("a\nb\tc")).isEqualTo("a?b?c");
        assertThat(Printable.lines("a\nb\tc")).isEqualTo("a\nb\tc");
    }

    @Test
    void letters_of_all_scripts_and_emoji_stay() {
        String text = "Größe λ 中文 \uD83D\uDE00";

        assertThat(Printable.line(text)).isSameAs(text);
    }

    @Test
    void the_words_of_a_user_are_quoted_on_one_line_and_cut() {
        assertThat(Printable.quoted("25:00\n")).isEqualTo("\"25:00?\"");
        assertThat(Printable.quoted("x".repeat(60))).isEqualTo('"' + "x".repeat(60) + '"');
        assertThat(Printable.quoted("x".repeat(61))).isEqualTo('"' + "x".repeat(60) + "...\"");
    }

    @Test
    void a_problem_holds_nothing_else() {
        Problem problem = new Problem(ProblemCode.INTERNAL, "a\nb\uffff", "c\nd\uffff");

        assertThat(problem.message()).isEqualTo("a?b?");
        assertThat(problem.detail()).isEqualTo("c\nd?");
    }
}
