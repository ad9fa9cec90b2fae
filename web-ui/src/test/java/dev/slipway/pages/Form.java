package dev.slipway.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** Fills in a form and sends it, as a browser without scripts does: with all its fields, the hidden ones too. */
final class Form {
    private final Element form;
    private final List<Element> controls;
    private final List<Map.Entry<String, String>> values = new ArrayList<>();

    private Form(Element form) {
        this.form = form;
        controls = form.ownerDocument().select("input, select, textarea, button").stream()
                .filter(control -> owner(control) == form)
                .toList();
        controls.forEach(this::fillIn);
    }

    /** Returns the form of a button, with the button pressed. */
    static Form of(Element button) {
        Form form = new Form(owner(button));
        if (button.hasAttr("name")) {
            form.values.add(Map.entry(button.attr("name"), button.val()));
        }
        return form;
    }

    /** Returns the form that is sent to an address, with no button pressed. */
    static Form to(Element page, String action) {
        List<Element> found = page.select("form").stream()
                .filter(form -> form.attr("action").equals(action))
                .toList();
        assertThat(found)
                .as("forms to %s among %s", action, page.select("form").eachAttr("action"))
                .hasSize(1);
        return new Form(found.get(0));
    }

    /** Fills in the field with this label. A box is ticked by the value {@code true}. */
    Form fill(String label, String value) {
        return put(new Part(form).field(label), value);
    }

    /** Fills in a field in the group with this legend. */
    Form fill(String legend, String label, String value) {
        return put(new Part(form).group(legend).field(label), value);
    }

    /** Ticks a box in the group with this legend. */
    Form tick(String legend, String label) {
        return fill(legend, label, "true");
    }

    private Form put(Field field, String value) {
        boolean box = field.element().attr("type").equals("checkbox");
        String name = field.element().attr("name");
        if (box) {
            values.remove(Map.entry(name, field.value()));
        } else {
            values.removeIf(entry -> entry.getKey().equals(name));
        }
        if (!box || value.equals("true")) {
            values.add(Map.entry(name, box ? field.value() : value));
        }
        return this;
    }

    /** Gives the fields of this name one value, also a value that the form does not offer, or presses a button. */
    Form set(String name, String value) {
        assertThat(controls).as("fields").anyMatch(control -> control.attr("name")
                .equals(name));
        values.removeIf(entry -> entry.getKey().equals(name));
        values.add(Map.entry(name, value));
        return this;
    }

    /** Returns the value of the first field of this name. */
    String value(String name) {
        return values.stream()
                .filter(entry -> entry.getKey().equals(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no field " + name + " in " + values));
    }

    /** Returns the name of the first field with this value. */
    String nameOf(String value) {
        return values.stream()
                .filter(entry -> shown(entry.getValue()).equals(value))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no field of value " + value + " in " + values));
    }

    /** Returns all values that are sent, as a user sees them. */
    List<String> values() {
        return values.stream().map(entry -> shown(entry.getValue())).toList();
    }

    /** Returns the names of all fields that are sent. */
    List<String> names() {
        return values.stream().map(Map.Entry::getKey).distinct().toList();
    }

    private static String shown(String value) {
        return value.replace("\r\n", "\n").strip();
    }

    HttpResponse<String> send(Visitor visitor) {
        String to = form.attr("action");
        return form.attr("method").equals("post") ? visitor.post(to, values) : visitor.get(to + "?" + query());
    }

    /** Sends a form that is answered with a file. */
    HttpResponse<byte[]> download(Visitor visitor) {
        return visitor.download(form.attr("action"), values);
    }

    /** Ticks boxes of one name, each known by its value. */
    Form tickAll(String name, List<String> wanted) {
        wanted.forEach(value -> {
            assertThat(controls)
                    .as("boxes")
                    .anyMatch(control ->
                            control.attr("name").equals(name) && control.val().equals(value));
            values.add(Map.entry(name, value));
        });
        return this;
    }

    private String query() {
        return values.stream()
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    private void fillIn(Element control) {
        if (control.hasAttr("disabled")
                || control.attr("name").isEmpty()
                || control.tagName().equals("button")) {
            return;
        }
        Field field = new Field(control);
        switch (control.tagName().equals("input") ? control.attr("type") : control.tagName()) {
            case "submit", "button", "image", "reset", "file" -> {}
            case "checkbox", "radio" -> {
                if (field.ticked()) {
                    add(control, field.value());
                }
            }
            case "select" -> {
                if (!field.choices().isEmpty()) {
                    add(control, field.value());
                }
            }
            // Browsers send line ends of texts so.
            case "textarea" -> add(control, field.value().replace("\n", "\r\n"));
            default -> add(control, field.value());
        }
    }

    private void add(Element control, String value) {
        add(control.attr("name"), value);
    }

    /** Adds a value that the form does not offer to those of the same name. */
    void add(String name, String value) {
        values.add(Map.entry(name, value));
    }

    private static Element owner(Element control) {
        return control.hasAttr("form")
                ? control.ownerDocument().getElementById(control.attr("form"))
                : control.closest("form");
    }
}
