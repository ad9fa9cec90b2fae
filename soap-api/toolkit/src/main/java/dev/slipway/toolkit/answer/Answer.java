package dev.slipway.toolkit.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An element of the service's answer. Texts hold no control character except the line feed, so that the service cannot
 * steer a terminal.
 */
public final class Answer {
    private final String name;
    private final List<Answer> children = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    public Answer(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    public List<Answer> children() {
        return children;
    }

    public void append(String characters) {
        text.append(characters);
    }

    /** Returns the element's own text. */
    public String text() {
        return clean(text.toString());
    }

    /** Returns the text of a child; empty if the child is absent. */
    public String text(String child) {
        return find(child).orElse("");
    }

    public Optional<String> find(String child) {
        return child(child).map(Answer::text);
    }

    public long number(String child) {
        return find(child)
                .filter(digits -> !digits.isEmpty())
                .map(Long::parseLong)
                .orElse(0L);
    }

    public boolean is(String child) {
        return text(child).equals("true");
    }

    public Optional<Answer> child(String wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).findFirst();
    }

    public List<Answer> all(String wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).toList();
    }

    /** Removes control characters, and the marks that reverse the direction of text. */
    public static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .filter(c -> c == '\n' || !Character.isISOControl(c))
                .filter(c -> !(c >= 0x202A && c <= 0x202E) && !(c >= 0x2066 && c <= 0x2069))
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
