package dev.slipway.pages;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** Reads a field of a form: what is in it, and what is told about it. */
record Field(Element element) {
    /** Returns the value as a user sees it. */
    String value() {
        return switch (element.tagName()) {
            case "textarea" -> element.wholeText().replace("\r\n", "\n").replaceFirst("^\n", "");
            case "select" -> choice(chosen());
            default -> element.val();
        };
    }

    /** Returns the values that can be chosen. */
    List<String> choices() {
        return element.select("option").stream().map(Field::choice).toList();
    }

    private static String choice(Element option) {
        return option.hasAttr("value") ? option.attr("value") : option.text();
    }

    private Element chosen() {
        Element selected = element.selectFirst("option[selected]");
        return selected == null ? element.selectFirst("option") : selected;
    }

    boolean ticked() {
        return element.hasAttr("checked");
    }

    boolean required() {
        return element.hasAttr("required");
    }

    /** Returns what is told to be wrong; empty if nothing is. */
    String wrong() {
        return element.attr("aria-invalid").equals("true") ? described(".wrong, .fault") : "";
    }

    String help() {
        return described(".help");
    }

    private String described(String kind) {
        return Arrays.stream(element.attr("aria-describedby").split(" "))
                .map(id -> element.ownerDocument().getElementById(id))
                .filter(said -> said != null && said.is(kind))
                .map(said -> new Part(said).text())
                .collect(Collectors.joining(" "));
    }
}
