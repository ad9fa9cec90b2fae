package dev.slipway.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the note that names the template of a job. */
class TemplateNoteTest {

    @Test
    void names_the_template_whatever_its_values_hold() {
        String note = TemplateNote.of("daily VaR of ann", 3, "book=a, version 7]");

        assertThat(note).isEqualTo("[template daily VaR of ann, version 3: book=a, version 7]]");
        assertThat(TemplateNote.template("VaR " + note)).contains("daily VaR of ann");
        assertThat(TemplateNote.values("VaR " + note)).isEqualTo("book=a, version 7]");
        assertThat(TemplateNote.values("VaR " + TemplateNote.of("x: of b", 2, "")))
                .isEmpty();
        assertThat(TemplateNote.without("VaR " + note)).isEqualTo("VaR");
    }

    @Test
    void a_description_without_a_note_names_no_template() {
        for (String text : new String[] {"", "VaR", "[template a of b, version 1] and more", "[template a of b]"}) {
            assertThat(TemplateNote.template(text)).as(text).isEmpty();
            assertThat(TemplateNote.values(text)).as(text).isEmpty();
        }
    }

    /** A search that tries each beginning with each end would need hours for this text. */
    @Test
    void a_long_text_full_of_beginnings_is_read_at_once() {
        String text = "[template x, version 1".repeat(200_000);

        assertThat(TemplateNote.template(text)).isEmpty();
        assertThat(TemplateNote.template(text + "]")).contains("x");
        assertThat(TemplateNote.template("[template ".repeat(200_000) + "]")).isEmpty();
    }
}
