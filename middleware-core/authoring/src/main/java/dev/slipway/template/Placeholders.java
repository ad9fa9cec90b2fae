package dev.slipway.template;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Blanks in a text: <code>${name}</code>; <code>$${</code> stands for <code>${</code> itself. */
public final class Placeholders {
    private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
    /**
     * Marks around the names of blanks in a statement that is parsed as SQL; no text of a document holds these
     * characters.
     */
    private static final char BEGIN = '\uFFFE';

    private static final char END = '\uFFFF';
    private static final Pattern MARKED = Pattern.compile("(-?)" + BEGIN + "([^" + END + "]*)" + END);

    private Placeholders() {}

    /** Escapes a text, so that it contains no blanks. */
    public static String literal(String text) {
        return text.replace("${", "$${");
    }

    /** Returns the names of the blanks in {@code text}. @throws IllegalArgumentException for a malformed blank */
    public static Set<String> names(String text) {
        Set<String> names = new LinkedHashSet<>();
        fill(text, name -> {
            names.add(name);
            return "";
        });
        return names;
    }

    /** Fills each blank of the text. @throws IllegalArgumentException as {@link #names} */
    static String fill(String text, UnaryOperator<String> values) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(
                        place.group().equals("$${")
                                ? "${"
                                : values.apply(name(place.group(1), place.group(2), place.group()))));
    }

    private static String name(String name, String end, String whole) {
        if (end.isEmpty() || !name.matches(Blank.NAME)) {
            String shown = whole.length() > 40 ? whole.substring(0, 40) + "..." : whole;
            throw new IllegalArgumentException(
                    "not a blank: \"" + shown + "\"; write ${name}, or $${ where the job is to say ${");
        }
        return name;
    }

    /**
     * Returns the names of a statement's blanks outside of its quoted texts and comments, each with a minus before it
     * if the statement has one there.
     *
     * @throws IllegalArgumentException if the statement cannot be parsed
     */
    static Set<String> unquoted(String statement) {
        String outside = UnquotedText.of(fill(statement, name -> BEGIN + name + END));
        Set<String> names = new LinkedHashSet<>();
        MARKED.matcher(outside).results().forEach(place -> names.add(place.group(1) + place.group(2)));
        return names;
    }
}
