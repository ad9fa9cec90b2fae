package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;

/** Sends the forms of pages as shown, with a few values changed. */
final class PageForm {
    private PageForm() {}

    /** Returns the address to which an answer leads. */
    static String at(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        String location = answer.headers().firstValue("Location").orElseThrow();
        return location.substring(location.indexOf("/ui/"));
    }

    /** Sends the form of a page as shown to {@code path}, with the given values changed and buttons pressed. */
    static HttpResponse<String> send(Visitor visitor, HttpResponse<String> page, String path, String... values) {
        Form form = Page.of(page).formTo(path);
        for (int i = 0; i < values.length; i += 2) {
            form.set(values[i], values[i + 1]);
        }
        return form.send(visitor);
    }
}
