package dev.slipway.template;

import dev.slipway.form.Placeholders;
import dev.slipway.problem.Printable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One blank of a template. A value may stand in a statement or an argument, so each kind accepts only values that are
 * harmless there.
 *
 * @param name the name in the job's texts: <code>${name}</code>
 * @param label the label in the form
 * @param least the least value of a number, or of each of several; empty for no limit
 * @param most the greatest value of a number, or of each of several; empty for no limit
 * @param options the options of a choice
 * @param initial the value in the form before the user types; may be empty
 */
public record Blank(
        String name,
        String label,
        String help,
        Kind kind,
        String least,
        String most,
        List<String> options,
        String initial) {
    private static final int LONGEST = 200;
    private static final int MOST_NUMBERS = 20;
    /** Modifier letters are excluded, because databases with small character sets read some of them as quotes. */
    private static final Pattern TEXT = Pattern.compile("[\\p{Lu}\\p{Ll}\\p{Lo}\\p{Nd} ._:+/@-]*");

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,12})?");
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern DAYS_AGO = Pattern.compile("today-(\\d{1,4})");

    /** The kind of a value. */
    public enum Kind {
        TEXT,
        NUMBER,
        /** Numbers, separated by commas. */
        NUMBERS,
        DATE,
        CHOICE
    }

    public Blank {
        options = List.copyOf(options);
    }

    /** Makes a text blank with its name as its label. */
    public static Blank text(String name, String initial) {
        return new Blank(name, name, "", Kind.TEXT, "", "", List.of(), initial);
    }

    /** Returns the faults of the blank, one line each. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (!name.matches(Placeholders.NAME)) {
            faults.add("not a name of a blank: " + Printable.quoted(name)
                    + "; it begins with a letter and has at most 32 letters, digits, _ and -");
        }
        if (label.isBlank() || label.length() > LONGEST || help.length() > 5 * LONGEST) {
            faults.add(called("needs a label of at most 200 characters, and help of at most 1000"));
        }
        if (kind == Kind.CHOICE && (options.isEmpty() || options.stream().anyMatch(Blank::noOption))) {
            faults.add(called("is a choice and needs options, one on each line, of at most 200 characters"));
        }
        if (isNumeric() && !(isBound(least) && isBound(most))) {
            faults.add(called("has a least or most that is no number"));
        } else if (!initial.isEmpty()) {
            fault(initial).map(this::called).ifPresent(faults::add);
        }
        return faults;
    }

    private boolean isNumeric() {
        return kind == Kind.NUMBER || kind == Kind.NUMBERS;
    }

    private static boolean noOption(String option) {
        return option.isBlank() || option.length() > LONGEST || option.chars().anyMatch(Character::isISOControl);
    }

    private static boolean isBound(String text) {
        return text.isEmpty() || NUMBER.matcher(text).matches();
    }

    /** Returns why {@code value} is refused, as a clause about the blank; empty if the value is valid. */
    public Optional<String> fault(String value) {
        if (value.isBlank()) {
            return Optional.of("has no value");
        }
        return switch (kind) {
            case TEXT -> text(value);
            case NUMBER -> number(value);
            case NUMBERS -> numbers(value);
            case DATE ->
                day(value, LocalDate.EPOCH).isPresent()
                        ? Optional.empty()
                        : Optional.of("takes a day as 2026-03-31, today, yesterday or today-5, and not "
                                + Printable.quoted(value));
            case CHOICE ->
                options.contains(value)
                        ? Optional.empty()
                        : Optional.of(
                                "takes one of " + String.join(", ", options) + ", and not " + Printable.quoted(value));
        };
    }

    /** Returns whether a value may begin with a minus. */
    boolean mayBeginWithMinus() {
        return switch (kind) {
            case TEXT, DATE -> false;
            case NUMBER, NUMBERS -> true;
            case CHOICE -> options.stream().anyMatch(option -> option.startsWith("-"));
        };
    }

    private Optional<String> text(String value) {
        if (value.length() > LONGEST) {
            return Optional.of("takes at most 200 characters, and not " + value.length());
        }
        return TEXT.matcher(value).matches()
                ? Optional.empty()
                : Optional.of(
                        "takes letters, digits, blanks and . _ : + - / @ only, and not " + Printable.quoted(value));
    }

    private Optional<String> number(String value) {
        if (!NUMBER.matcher(value).matches()) {
            return Optional.of("takes a number as 10000 or -0.5, and not " + Printable.quoted(value));
        }
        BigDecimal number = new BigDecimal(value);
        boolean fits = (least.isEmpty() || number.compareTo(new BigDecimal(least)) >= 0)
                && (most.isEmpty() || number.compareTo(new BigDecimal(most)) <= 0);
        return fits ? Optional.empty() : Optional.of("takes a number " + bounds() + ", and not " + value);
    }

    private Optional<String> numbers(String value) {
        List<String> numbers = split(value);
        if (numbers.size() > MOST_NUMBERS) {
            return Optional.of("takes at most " + MOST_NUMBERS + " numbers, and not " + numbers.size());
        }
        return numbers.stream().map(this::oneOf).flatMap(Optional::stream).findFirst();
    }

    private Optional<String> oneOf(String number) {
        return NUMBER.matcher(number).matches()
                ? number(number)
                : Optional.of("takes numbers with commas between, as 0.95,0.99, and not " + Printable.quoted(number));
    }

    private static List<String> split(String value) {
        return Stream.of(value.split(",", -1)).map(String::strip).toList();
    }

    private String bounds() {
        if (least.isEmpty()) {
            return "of at most " + most;
        }
        return most.isEmpty() ? "of at least " + least : "from " + least + " to " + most;
    }

    /**
     * Returns the text that replaces the blank in the job. The value must have no {@link #fault}. A day such as
     * <code>today-1</code> becomes a date, and a list of numbers loses its white space.
     */
    String put(String value, LocalDate today) {
        return switch (kind) {
            case DATE -> day(value, today).orElseThrow().toString();
            case NUMBERS -> String.join(",", split(value));
            case TEXT, NUMBER, CHOICE -> value;
        };
    }

    private static Optional<LocalDate> day(String value, LocalDate today) {
        Matcher ago = DAYS_AGO.matcher(value);
        if (ago.matches()) {
            return Optional.of(today.minusDays(Long.parseLong(ago.group(1))));
        }
        return switch (value) {
            case "today" -> Optional.of(today);
            case "yesterday" -> Optional.of(today.minusDays(1));
            default -> DAY.matcher(value).matches() ? parsed(value) : Optional.empty();
        };
    }

    private static Optional<LocalDate> parsed(String day) {
        try {
            return Optional.of(LocalDate.parse(day));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private String called(String what) {
        return "blank " + name + " " + what;
    }
}
