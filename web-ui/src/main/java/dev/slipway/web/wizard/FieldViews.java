package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.form.DemandFields;
import dev.slipway.form.Field;
import dev.slipway.form.FormProblem;
import dev.slipway.request.Demand;
import dev.slipway.run.Partition;
import dev.slipway.web.Readable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.context.MessageSource;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.stereotype.Component;

/** Makes fields ready to be shown: with their words, their choices, and their faults. */
@Component
class FieldViews {
    private final MessageSource texts;
    private final Choices choices;

    FieldViews(MessageSource texts, Choices choices) {
        this.texts = texts;
        this.choices = choices;
    }

    /**
     * Says which fields are shown.
     *
     * @param kind owner of the fields, which may have words of its own: the id of a kind of step, {@code job} or {@code
     *     result}
     * @param place prefix of the fields' names, such as {@code steps/0/}; empty for the job's own
     * @param problems to show; may be empty
     */
    record Scope(Caller caller, String kind, String place, Map<String, String> values, List<FormProblem> problems) {}

    List<FieldView> of(Scope scope, List<Field> fields) {
        return fields.stream()
                .filter(field -> field.input() != Field.Input.KEPT)
                .filter(field -> isAsked(scope, field))
                .map(field -> of(scope, field))
                .toList();
    }

    /** Leaves out a demand that the chosen partition does not take, unless the form makes this demand already. */
    private boolean isAsked(Scope scope, Field field) {
        Optional<Demand> demand =
                DemandFields.demand(field.name()).filter(any -> scope.kind().equals("job"));
        String partition = scope.values().getOrDefault("partition", "").strip();
        String value = scope.values().getOrDefault(field.name(), "");
        boolean made = !value.isEmpty() && !field.choices().stream().findFirst().equals(Optional.of(value));
        return demand.isEmpty() || made || choices.taken(partition).contains(demand.get());
    }

    private FieldView of(Scope scope, Field field) {
        String name = scope.place() + field.name();
        String value = scope.values().getOrDefault(field.name(), "");
        Optional<FormProblem> problem = scope.problems().stream()
                .filter(each -> each.field().equals(name))
                .findFirst();
        return new FieldView(
                name.replace('/', '-'),
                name,
                field.input().name(),
                words(scope.kind(), field.name(), "label").orElse(field.name()),
                help(scope, field),
                field.required(),
                value,
                chosen(scope, field, value),
                field.name().equals("executable") ? choices.programs() : List.of(),
                problem.map(FormProblem::message).orElse(""),
                problem.map(FormProblem::hint).orElse(""));
    }

    /**
     * Returns the help of a field. If partitions take different demands, the help of the field for the partition says
     * so. If a field has no places to choose from, its help tells the reason.
     */
    private String help(Scope scope, Field field) {
        if (choices.places(scope.caller(), field.input()).filter(List::isEmpty).isPresent()) {
            return text("choose.nothing." + field.input());
        }
        String help = words(scope.kind(), field.name(), "help").orElse("");
        return field.name().equals("partition") && choices.takesDemands()
                ? help + " " + text("help.partition.demands")
                : help;
    }

    private List<FieldView.Choice> chosen(Scope scope, Field field, String value) {
        if (field.name().equals("partition")) {
            return partitions(value);
        }
        Optional<List<String>> places = choices.places(scope.caller(), field.input());
        if (places.isPresent()) {
            return places(places.get(), value);
        }
        return field.choices().stream()
                .map(choice -> new FieldView.Choice(
                        choice, find("choice." + field.name() + "." + choice).orElse(choice), choice.equals(value)))
                .toList();
    }

    private List<FieldView.Choice> partitions(String value) {
        Stream<FieldView.Choice> named = choices.partitions().stream()
                .map(each -> new FieldView.Choice(
                        each.name(), partition(each), each.name().equals(value)));
        return withOther(Stream.concat(Stream.of(choose("choose.partition", value)), named), value);
    }

    private String partition(Partition partition) {
        return text("partition.words", partition.name(), partition.slots(), Readable.duration(partition.wallTime()));
    }

    private List<FieldView.Choice> places(List<String> names, String value) {
        Stream<FieldView.Choice> named =
                names.stream().map(name -> new FieldView.Choice(name, name, name.equals(value)));
        return withOther(Stream.concat(Stream.of(choose("choose", value)), named), value);
    }

    private FieldView.Choice choose(String key, String value) {
        return new FieldView.Choice("", text(key), value.isEmpty());
    }

    /** Adds a value that the form has and the user is not offered, marked as such, so that the value stays. */
    private List<FieldView.Choice> withOther(Stream<FieldView.Choice> offered, String value) {
        List<FieldView.Choice> all = new ArrayList<>(offered.toList());
        if (all.stream().noneMatch(FieldView.Choice::chosen)) {
            all.add(new FieldView.Choice(value, text("choose.other", value), true));
        }
        return all;
    }

    /** Returns the words for this kind of step, or else those for any kind. */
    private Optional<String> words(String kind, String field, String what) {
        return Stream.of(what + "." + kind + "." + field, what + "." + field)
                .flatMap(key -> find(key).stream())
                .findFirst();
    }

    private Optional<String> find(String key) {
        return Optional.ofNullable(texts.getMessage(key, null, null, locale()));
    }

    String text(String key, Object... values) {
        return texts.getMessage(key, values, locale());
    }

    private static Locale locale() {
        return LocaleContextHolder.getLocale();
    }
}
