package dev.slipway.web.templates;

import dev.slipway.form.JobForm;
import dev.slipway.template.Blank;
import dev.slipway.template.TemplateText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A template as its author's form says it. The list of blanks follows the job's texts: it lists each blank that the
 * texts name, and no others.
 *
 * @param found blanks that were not listed before
 * @param replaced in how many places a value became a blank; -1 if no value was to become one
 */
record TemplateEdit(TemplateText text, List<String> found, int replaced) {
    /**
     * Matches what may not stand before a value. A number within a longer number is no word: 10 is none in 10,000, in
     * 10.5 or in 10:30.
     */
    private static final String BEFORE = "(?<![\\p{L}\\p{Nd}_.]|\\d[,:])";

    private static final String AFTER = "(?![\\p{L}\\p{Nd}_]|[.,:]\\d)";

    /** Fields whose numbers mean something else than an equal value elsewhere; a blank can be typed there. */
    private static final Set<String> COUNTS = Set.of(
            "wallTime",
            "memory",
            "processMemory",
            "processLimit",
            "processes",
            "hosts",
            "processesPerHost",
            "threads",
            "processorsPerHost",
            "memoryPerHost",
            "orderGroup",
            "leastRows",
            "mostRows");

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,12})?");
    private static final Pattern NUMBERS = Pattern.compile(NUMBER + "(," + NUMBER + ")+");
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

    static TemplateEdit of(TemplateText before, PostedTemplate posted) {
        JobForm form = JobTexts.sent(before.form(), posted);
        return listed(
                new TemplateText(
                        posted.text("name"), posted.text("description"), posted.ticked("shared"), form, blanks(posted)),
                Map.of(),
                -1);
    }

    private static List<Blank> blanks(PostedTemplate posted) {
        List<Blank> blanks = new ArrayList<>();
        for (int i = 0; posted.value("blanks." + i + ".name").isPresent(); i++) {
            String place = "blanks." + i + ".";
            blanks.add(new Blank(
                    posted.text(place + "name"),
                    posted.text(place + "label"),
                    posted.text(place + "help"),
                    kind(posted.text(place + "kind")),
                    posted.text(place + "least"),
                    posted.text(place + "most"),
                    posted.value(place + "options")
                            .orElse("")
                            .lines()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty())
                            .toList(),
                    posted.text(place + "initial")));
        }
        return blanks;
    }

    private static Blank.Kind kind(String name) {
        for (Blank.Kind kind : Blank.Kind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        return Blank.Kind.TEXT;
    }

    /** Puts a blank wherever {@code value} stands as a whole word. */
    TemplateEdit with(String name, String value) {
        Pattern word = Pattern.compile(BEFORE + Pattern.quote(value) + AFTER);
        int[] count = {0};
        Map<String, String[]> changed = new LinkedHashMap<>();
        JobTexts.of(text.form()).stream()
                .flatMap(part -> part.texts().stream())
                .filter(each -> !COUNTS.contains(each.path().replaceFirst(".*/", "")))
                .forEach(each -> changed.put("text." + each.path(), new String[] {
                    word.matcher(each.value()).replaceAll(found -> {
                        count[0]++;
                        return Matcher.quoteReplacement("${" + name + "}");
                    })
                }));
        JobForm form = JobTexts.sent(text.form(), new PostedTemplate(changed));
        return listed(
                new TemplateText(text.name(), text.description(), text.shared(), form, text.blanks()),
                Map.of(name, guess(name, value)),
                count[0]);
    }

    /** Guesses the kind of a blank by the look of its value. */
    private static Blank guess(String name, String value) {
        Blank.Kind kind = Blank.Kind.TEXT;
        if (NUMBER.matcher(value).matches()) {
            kind = Blank.Kind.NUMBER;
        } else if (NUMBERS.matcher(value).matches()) {
            kind = Blank.Kind.NUMBERS;
        } else if (DAY.matcher(value).matches()) {
            kind = Blank.Kind.DATE;
        }
        return new Blank(name, label(name), "", kind, "", "", List.of(), value);
    }

    private static String label(String name) {
        String words = name.replace('_', ' ').replace('-', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private static TemplateEdit listed(TemplateText text, Map<String, Blank> guesses, int replaced) {
        Set<String> names;
        try {
            names = text.form().blanks();
        } catch (IllegalArgumentException e) {
            // The text's own faults report a blank that is not well formed.
            return new TemplateEdit(text, List.of(), replaced);
        }
        List<Blank> blanks = new ArrayList<>(text.blanks().stream()
                .filter(blank -> names.contains(blank.name()))
                .toList());
        Set<String> found = new LinkedHashSet<>(names);
        found.removeAll(new HashSet<>(blanks.stream().map(Blank::name).toList()));
        found.forEach(name -> blanks.add(
                guesses.getOrDefault(name, new Blank(name, label(name), "", Blank.Kind.TEXT, "", "", List.of(), ""))));
        return new TemplateEdit(
                new TemplateText(text.name(), text.description(), text.shared(), text.form(), blanks),
                List.copyOf(found),
                replaced);
    }
}
