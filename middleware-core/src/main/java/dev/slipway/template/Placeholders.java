package dev.slipway.template;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Blanks in a text: <code>${name}</code>; <code>$${</code> stands for <code>${</code> itself. */
public final class Placeholders {
    private static final Pattern PLACE = Pattern.compile("\\$\\$\\{|\\$\\{([^}]*)(}?)");
    /** Around the names of blanks where a statement is read as SQL; no text of a document holds them. */
    private static final char BEGIN = '\uFFFE';

    private static final char END = '\uFFFF';
    private static final Pattern MARKED = Pattern.compile("(-?)" + BEGIN + "([^" + END + "]*)" + END);

    private Placeholders() {}

    /** The text in which nothing is a blank any more. */
    public static String literal(String text) {
        return text.replace("${", "$${");
    }

    /** The names of the blanks in {@code text}. @throws IllegalArgumentException for what is begun as a blank and is none */
    public static Set<String> names(String text) {
        Set<String> names = new LinkedHashSet<>();
        fill(text, name -> {
            names.add(name);
            return "";
        });
        return names;
    }

    /** The text with each blank filled. @throws IllegalArgumentException as {@link #names} */
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
     * The names of the blanks of a statement that stand outside of its quoted texts and comments, each with a minus before it where one
     * stands there.
     *
     * @throws IllegalArgumentException if that cannot be told
     */
    static Set<String> unquoted(String statement) {
        String outside = UnquotedText.of(fill(statement, name -> BEGIN + name + END));
        Set<String> names = new LinkedHashSet<>();
        MARKED.matcher(outside).results().forEach(place -> names.add(place.group(1) + place.group(2)));
        return names;
    }
}
