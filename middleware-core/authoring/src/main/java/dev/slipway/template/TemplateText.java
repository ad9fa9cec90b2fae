package dev.slipway.template;

import dev.slipway.form.JobForm;
import dev.slipway.form.Placeholders;
import dev.slipway.request.TemplateNote;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The content of a template, in the author's words.
 *
 * @param shared whether every user who may submit can run the template, or only its owner
 * @param form the form of the job, with blanks in its texts
 * @param blanks the blanks, in the order in which the user is asked for them
 */
public record TemplateText(String name, String description, boolean shared, JobForm form, List<Blank> blanks) {
    private static final int MOST_BLANKS = 30;
    private static final String STATEMENT = "statement";
    private static final String SEALED = "sealed";

    public TemplateText {
        blanks = List.copyOf(blanks);
    }

    /**
     * Makes a template without blanks, not shared, from a job. The job's own logins are left out: otherwise a sealed
     * password would reach every user who runs the template, and all who see their jobs. Of a form with a table of
     * values, the template has the first row.
     */
    public static TemplateText of(JobForm job) {
        return of(job.first().map(Placeholders::literal), List.of());
    }

    /**
     * Makes a template, not shared, from a job with texts that name blanks as <code>${name}</code>. The job's own
     * logins are left out, as by {@link #of(JobForm)}. A blank that is not described takes any text.
     *
     * @param described the blanks that are described, in the order in which the user is asked for them
     * @throws IllegalArgumentException if a blank in the texts is malformed
     */
    public static TemplateText withBlanks(JobForm job, List<Blank> described) {
        Set<String> names = job.blanks();
        described.forEach(blank -> names.remove(blank.name()));
        List<Blank> blanks = new ArrayList<>(described);
        names.forEach(name -> blanks.add(Blank.text(name, "")));
        return of(job, blanks);
    }

    private static TemplateText of(JobForm job, List<Blank> blanks) {
        JobForm form = withoutLogins(job).with("submissionId", "");
        String name = form.value("name").strip();
        if (name.isEmpty()) {
            name = "A job";
        }
        return new TemplateText(
                name.length() > 100 ? name.substring(0, 100) : name,
                "",
                false,
                form.with("description", TemplateNote.without(form.value("description"))),
                blanks);
    }

    /** Returns this template under another name, with a description, and shared or not. */
    public TemplateText about(String otherName, String otherDescription, boolean forAll) {
        return new TemplateText(otherName, otherDescription, forAll, form, blanks);
    }

    /** Returns whether a step of the job logs in with a password of its own. */
    public static boolean hasLogins(JobForm job) {
        return !withoutLogins(job).equals(job);
    }

    private static JobForm withoutLogins(JobForm job) {
        return job.withSteps(job.steps().stream()
                .map(step -> step.value(SEALED).isEmpty()
                        ? step
                        : step.with(SEALED, "").with("user", ""))
                .toList());
    }

    /** Returns whether a blank may have this name. */
    public static boolean isName(String name) {
        return name.matches(Placeholders.NAME);
    }

    /** Returns the faults of this template, one line each; empty if the template is valid. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        if (name.isBlank() || name.length() > 100 || description.length() > 2000) {
            faults.add("a template needs a name of at most 100 characters, and a description of at most 2000");
        }
        if (blanks.size() > MOST_BLANKS) {
            faults.add("a template has at most " + MOST_BLANKS + " blanks, and this one " + blanks.size());
        }
        blanks.forEach(blank -> faults.addAll(blank.faults()));
        try {
            faults.addAll(disagreements(form.blanks()));
            faults.addAll(outsideQuotes());
        } catch (IllegalArgumentException e) {
            faults.add(e.getMessage());
        }
        return faults;
    }

    private List<String> disagreements(Set<String> inForm) {
        List<String> faults = new ArrayList<>();
        Set<String> listed = new LinkedHashSet<>();
        for (Blank blank : blanks) {
            if (!listed.add(blank.name())) {
                faults.add("blank " + blank.name() + " is listed twice");
            }
        }
        inForm.stream()
                .filter(name -> !listed.contains(name))
                .forEach(name -> faults.add("the job says ${" + name + "}, which is not in the list of blanks"));
        listed.stream()
                .filter(name -> !inForm.contains(name))
                .forEach(name -> faults.add(
                        "blank " + name + " stands nowhere in the job: write ${" + name + "} there, or remove it"));
        return faults;
    }

    /**
     * Finds blanks that would change the SQL of a statement: a text outside of quotes would be read as SQL, and two
     * minuses as the beginning of a comment.
     */
    private List<String> outsideQuotes() {
        Map<String, Blank> judged = blanks.stream()
                .filter(blank -> blank.kind() != Blank.Kind.DATE)
                .collect(Collectors.toMap(Blank::name, blank -> blank, (one, twice) -> one));
        return form.steps().stream()
                .map(step -> step.value(STATEMENT))
                .filter(statement -> Placeholders.names(statement).stream().anyMatch(judged::containsKey))
                .flatMap(statement -> UnquotedText.blanks(statement).stream())
                .flatMap(place -> misplaced(place, judged).stream())
                .distinct()
                .toList();
    }

    /** @param place the name of a blank, with a minus before the name if the statement has one there */
    private static Optional<String> misplaced(String place, Map<String, Blank> judged) {
        boolean minus = place.startsWith("-");
        String name = minus ? place.substring(1) : place;
        Optional<Blank> blank = Optional.ofNullable(judged.get(name));
        if (blank.filter(one -> one.kind() == Blank.Kind.TEXT).isPresent()) {
            return Optional.of("blank " + name + " is a text and stands outside of quotes in a statement: write '${"
                    + name + "}', or make it a number, a date or a choice");
        }
        return blank.filter(one -> minus && one.mayBeginWithMinus())
                .map(one -> "blank " + name
                        + " may begin with a minus and stands after a minus in a statement, and -- begins a"
                        + " comment: write - ${" + name + "}");
    }

    /** Checks {@code values} and returns the faults by the names of the blanks; empty if all values are valid. */
    public Map<String, String> faults(Map<String, String> values) {
        Map<String, String> faults = new LinkedHashMap<>();
        blanks.forEach(blank -> blank.fault(value(blank, values)).ifPresent(fault -> faults.put(blank.name(), fault)));
        Set<String> known = blanks.stream().map(Blank::name).collect(Collectors.toSet());
        values.keySet().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> faults.put(name, "is not one of the template's" + listed()));
        return faults;
    }

    private String listed() {
        return blanks.isEmpty()
                ? ", which has no blanks"
                : blanks.stream().map(Blank::name).collect(Collectors.joining(", ", ": ", ""));
    }

    /** Fills the blanks of the template's job with {@code values}, which must have no faults. */
    JobForm filled(Map<String, String> values, LocalDate today) {
        Map<String, String> put = put(values, today);
        return form.map(text -> Placeholders.fill(text, put::get));
    }

    /** Returns the text that replaces each blank in the job. */
    Map<String, String> put(Map<String, String> values, LocalDate today) {
        Map<String, String> put = new LinkedHashMap<>();
        blanks.forEach(blank -> put.put(blank.name(), blank.put(value(blank, values), today)));
        return put;
    }

    private static String value(Blank blank, Map<String, String> values) {
        return values.getOrDefault(blank.name(), blank.initial()).strip();
    }
}
