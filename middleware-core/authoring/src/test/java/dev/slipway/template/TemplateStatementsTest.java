package dev.slipway.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests where a blank may stand in a statement. */
class TemplateStatementsTest {

    @Test
    void what_looks_like_quotes_and_is_none_does_not_make_a_text_safe() {
        for (String statement : List.of(
                "SELECT 1 -- don't\n WHERE desk = ${desk} -- it's",
                "SELECT 1 /* don't */ WHERE desk = ${desk} /* it's */",
                "SELECT 1 AS \"don't\" WHERE desk = ${desk} AND x = 'y'",
                "SELECT $$don't$$ WHERE desk = ${desk} AND x = 'y'",
                "SELECT $a$don't$$ it's$a$ WHERE desk = ${desk} AND x = 'y'",
                "SELECT E'don\\'t' WHERE desk = ${desk} AND x = 'y'")) {
            refused(selecting(statement), "blank desk is a text and stands outside of quotes");
        }
        for (String statement : List.of(
                "SELECT '\\' || ${desk} || '\\'",
                "SELECT q'[don't]' || ${desk} || 'x'",
                "SELECT /* a /* b */ 'x ${desk}",
                "SELECT '${desk}")) {
            refused(selecting(statement), "it cannot be told what of a statement stands in quotes");
        }
    }

    @Test
    void quotes_that_are_some_make_a_text_safe() {
        assertThat(selecting("SELECT \"it's\" -- don't\n, E'a\\'b', $1, $x$it's$x$, 'it''s ${desk}', date'2026-01-02'")
                        .faults())
                .isEmpty();
        assertThat(selecting("SELECT '" + "''".repeat(200_000) + "${desk}'").faults())
                .isEmpty();
    }

    private static TemplateText selecting(String statement) {
        return TemplateTest.valueAtRisk(true, text -> text.contains("${desk}") ? statement : text);
    }

    @Test
    void a_number_after_a_minus_could_make_a_comment() {
        TemplateText text =
                TemplateTest.valueAtRisk(true, words -> words.replace("'${desk}'", "'${desk}' AND x > a-${scenarios}"));
        refused(text, "blank scenarios may begin with a minus and stands after a minus");
        assertThat(TemplateTest.valueAtRisk(
                                true, words -> words.replace("'${desk}'", "'${desk}' AND x > a - ${scenarios}"))
                        .faults())
                .isEmpty();
    }

    private static void refused(TemplateText text, String words) {
        assertThat(text.faults()).anyMatch(fault -> fault.contains(words));
    }
}
