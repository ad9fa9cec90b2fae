package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that forms are filled in as browsers do, and that pages with what belongs to no page are found out. */
class FormTest {
    private static final String PAGE = """
            <form method="post" action="/keep">
            <input type="hidden" name="_csrf" value="a&amp;b">
            <label for="name">Name <span>(optional)</span></label><input id="name" name="name" value="var">
            <fieldset><legend>Days</legend>
            <label><input type="checkbox" name="days" value="MON" checked> Mon</label>
            <label><input type="checkbox" name="days" value="TUE"> Tue</label></fieldset>
            <select name="kind"><option value="TEXT">Text</option><option selected>Number</option></select>
            <select name="size"><option value="S">small</option><option value="L">large</option></select>
            <textarea name="text">
            one
            two</textarea>
            <input name="off" value="x" disabled><input form="other" name="foreign" value="y">
            <button name="do" value="look">Look</button><button name="do" value="save">Save</button>
            </form>
            <form id="other" method="post" action="/upload"><button>Upload</button></form>
            """;

    private Part page;

    @BeforeEach
    void open() {
        page = new Part(Jsoup.parse(PAGE).body());
    }

    @Test
    void a_form_is_sent_with_all_its_own_fields_and_the_button_that_was_pressed() {
        Form form = page.form("Save");

        assertThat(form.names()).containsExactly("_csrf", "name", "days", "kind", "size", "text", "do");
        assertThat(form.values()).containsExactly("a&b", "var", "MON", "Number", "S", "one\ntwo", "save");
        assertThat(page.form("Upload").names()).containsExactly("foreign");
    }

    @Test
    void fields_are_filled_in_by_their_labels() {
        Form form = page.form("Look")
                .fill("Name", "es")
                .fill("Days", "Mon", "false")
                .tick("Days", "Tue");

        assertThat(form.values()).containsExactlyInAnyOrder("a&b", "es", "TUE", "Number", "S", "one\ntwo", "look");
        assertThatThrownBy(() -> form.fill("Title", "x")).hasMessageContaining("label Title");
        assertThatThrownBy(() -> form.set("title", "x")).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p>???ops.title???</p>",
                "<p title='???nav.jobs???'>x</p>",
                "<p>NaN</p>",
                "<script>alert(1)</script>",
                "<p style='color: red'>x</p>",
                "<button onclick='x()'>x</button>",
                "<p><b>up</b></p>",
                "<img src=x>"
            })
    void a_page_with_what_belongs_to_no_page_is_found_out(String html) {
        assertThatThrownBy(() -> Page.assertSound(Jsoup.parse(html), "/page")).isInstanceOf(AssertionError.class);
    }
}
