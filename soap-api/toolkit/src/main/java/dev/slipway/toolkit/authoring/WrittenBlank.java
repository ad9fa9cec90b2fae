package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.wire.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A blank as users describe it on the command line.
 *
 * @param kind the kind in the words of the WSDL
 * @param range the bounds of a number as 1..250, or the options of a choice with commas; may be empty
 * @param initial null for no initial value
 */
record WrittenBlank(String name, String kind, String range, String initial) {
    static final String FORMS =
            "Forms: NAME, NAME:text, NAME:number:1..250, NAME:numbers:0.5..0.99, NAME:date, NAME:choice:all,rates; each"
                    + " with =VALUE for an initial value.";

    private static final Pattern FORM = Pattern.compile(
            "(?<name>[^:=]+)(:(?<kind>text|number|numbers|date|choice)(:(?<range>[^=]*))?)?(=(?<initial>.*))?",
            Pattern.DOTALL);
    private static final Pattern BOUNDS = Pattern.compile("(?<least>[^.]*(\\.\\d+)?)\\.\\.(?<most>.*)");

    static WrittenBlank parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw wrong(text);
        }
        String kind = form.group("kind") == null ? "text" : form.group("kind");
        String range = form.group("range") == null ? "" : form.group("range");
        boolean fits =
                switch (kind) {
                    case "choice" -> !range.isBlank();
                    case "number", "numbers" ->
                        range.isEmpty() || BOUNDS.matcher(range).matches();
                    default -> range.isEmpty();
                };
        if (!fits) {
            throw wrong(text);
        }
        return new WrittenBlank(form.group("name"), kind.toUpperCase(Locale.ROOT), range, form.group("initial"));
    }

    private static Failure wrong(String text) {
        return Failure.usage("--blank is no description of a blank: " + text, FORMS);
    }

    /** @param label null for the name of the blank */
    Part part(String label) {
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        fields.add(Map.entry("name", name));
        if (label != null) {
            fields.add(Map.entry("label", label));
        }
        fields.add(Map.entry("kind", kind));
        Matcher bounds = BOUNDS.matcher(range);
        if (kind.equals("CHOICE")) {
            for (String option : range.split(",")) {
                fields.add(Map.entry("option", option.strip()));
            }
        } else if (bounds.matches()) {
            fields.add(Map.entry("least", bounds.group("least")));
            fields.add(Map.entry("most", bounds.group("most")));
        }
        if (initial != null) {
            fields.add(Map.entry("initial", initial));
        }
        return new Part(fields);
    }
}
