package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills in and sends the form of a page, as a browser without scripts does. */
final class PageForm {
    private static final Pattern FIELD =
            Pattern.compile("<(input|textarea)[^>]* name=\"([^\"]+)\"(?:[^>]* value=\"([^\"]*)\")?[^>]*>([^<]*)");
    private static final Pattern SELECT =
            Pattern.compile("<select[^>]* name=\"([^\"]+)\"[^>]*>(.*?)</select>", Pattern.DOTALL);
    private static final Pattern CHOSEN = Pattern.compile("<option(?: value=\"([^\"]*)\")? selected>([^<]*)");

    private PageForm() {}

    /** Returns the address to which an answer leads. */
    static String at(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        String location = answer.headers().firstValue("Location").orElseThrow();
        return location.substring(location.indexOf("/ui/"));
    }

    /** Returns the values of a page's fields. */
    static Map<String, String> fields(HttpResponse<String> page) {
        Map<String, String> fields = new HashMap<>();
        Matcher field = FIELD.matcher(page.body());
        while (field.find()) {
            boolean unticked = field.group().contains("type=\"checkbox\"")
                    && !field.group().contains(" checked");
            if (!unticked) {
                String value = field.group(1).equals("input")
                        ? field.group(3)
                        : field.group(4).strip();
                fields.putIfAbsent(
                        field.group(2),
                        value.replace("&lt;", "<")
                                .replace("&gt;", ">")
                                .replace("&#034;", "\"")
                                .replace("&#039;", "'")
                                .replace("&amp;", "&"));
            }
        }
        Matcher select = SELECT.matcher(page.body());
        while (select.find()) {
            Matcher option = CHOSEN.matcher(select.group(2));
            if (option.find()) {
                fields.put(select.group(1), option.group(1) == null ? option.group(2) : option.group(1));
            }
        }
        return fields;
    }

    /** Sends the form of a page as shown, with the given values changed. */
    static HttpResponse<String> send(Visitor visitor, HttpResponse<String> page, String path, String... values) {
        Map<String, String> form = fields(page);
        for (int i = 0; i < values.length; i += 2) {
            form.put(values[i], values[i + 1]);
        }
        return visitor.post(path, form);
    }
}
