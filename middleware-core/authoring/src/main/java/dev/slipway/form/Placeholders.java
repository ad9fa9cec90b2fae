package dev.slipway.form;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Blanks in a text: <code>${name}</code>; <code>$${</code> stands for a literal <code>${</code>. */
public final class Placeholders {
    /** The pattern of a blank's name. */
    public static final String NAME = "[A-Za-z][A-Za-z0-9_-]{0,31}";

    private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");

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
    public static String fill(String text, UnaryOperator<String> values) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(
                        place.group().equals("$${")
                                ? "${"
                                : values.apply(name(place.group(1), place.group(2), place.group()))));
    }

    private static String name(String name, String end, String whole) {
        if (end.isEmpty() || !name.matches(NAME)) {
            String shown = whole.length() > 40 ? whole.substring(0, 40) + "..." : whole;
            throw new IllegalArgumentException(
                    "not a blank: \"" + shown + "\"; write ${name}, or $${ where the job is to say ${");
        }
        return name;
    }
}
