package dev.slipway.form;

import dev.slipway.form.Field.Input;
import dev.slipway.request.DataContract;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingConflict;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A job in the making, as typed texts. A form can hold everything that a request can hold, and the form of a request is
 * read back as an equal request.
 *
 * @param values the values of the job, by the names of {@link #FIELDS}
 * @param steps the steps of both directions, in the order of the document
 * @param results the results, each with values by the names of {@link #RESULT_FIELDS}
 */
public record JobForm(Map<String, String> values, List<StepForm> steps, List<Map<String, String>> results) {
    /** The field with the table of values, which makes several jobs of one form. */
    public static final String SWEEP = "sweep";

    /** The fields of the job. */
    public static final List<Field> FIELDS = Stream.of(
                    List.of(
                            Field.must("name", Input.LINE),
                            Field.may("description", Input.TEXT),
                            Field.may("submissionId", Input.LINE),
                            Field.may(LaunchFields.STREAM, Input.KEPT),
                            Field.must("executable", Input.LINE),
                            Field.may("arguments", Input.LIST),
                            Field.may("environment", Input.LIST),
                            Field.may("stdout", Input.LINE),
                            Field.may("stderr", Input.LINE),
                            Field.may("partition", Input.LINE),
                            Field.may("processes", Input.NUMBER)),
                    DemandFields.ALL,
                    List.of(
                            Field.may("wallTime", Input.SPAN),
                            Field.may("memory", Input.NUMBER),
                            Field.may("processMemory", Input.NUMBER),
                            Field.may("processLimit", Input.NUMBER),
                            Field.may("checkpoint", Input.LINE),
                            Field.may("snapshots", Input.LIST),
                            Field.may(SWEEP, Input.LIST)))
            .flatMap(List::stream)
            .toList();

    /** The fields of a result. */
    public static final List<Field> RESULT_FIELDS = ResultFields.ALL;

    public JobForm {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        steps = List.copyOf(steps);
        results = results.stream()
                .map(result -> Collections.unmodifiableMap(new LinkedHashMap<>(result)))
                .toList();
    }

    /**
     * Returns a form with the usual values only. It has one process: a program without MPI would run once for each
     * process.
     */
    public static JobForm blank() {
        return new JobForm(
                Map.of("processes", "1", "stdout", "stdout.txt", "stderr", "stderr.txt"), List.of(), List.of());
    }

    /** Makes the form of {@code request}. */
    public static JobForm of(JobRequest request) {
        return new JobForm(
                written(request),
                request.steps()
                        .map(step -> StepForm.of(step, request.contract(step)))
                        .toList(),
                request.results().stream().map(ResultFields::written).toList());
    }

    private static Map<String, String> written(JobRequest request) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("name", request.name());
        request.description().ifPresent(text -> values.put("description", text));
        request.submissionId().ifPresent(id -> values.put("submissionId", id));
        LaunchFields.write(request.launch(), values);
        values.put("snapshots", CommonFields.list(request.snapshots()));
        values.values().removeIf(String::isEmpty);
        return values;
    }

    /** Returns the text of a field of the job, or an empty text. */
    public String value(String field) {
        return values.getOrDefault(field, "");
    }

    /** Returns this form with another value. */
    public JobForm with(String field, String value) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changed.put(field, value);
        return new JobForm(changed, steps, results);
    }

    /** Returns this form with other steps. */
    public JobForm withSteps(List<StepForm> others) {
        return new JobForm(values, others, results);
    }

    /** Returns this form with other results. */
    public JobForm withResults(List<Map<String, String>> others) {
        return new JobForm(values, steps, others);
    }

    /** Returns this form with {@code change} applied to every typed text. */
    public JobForm map(UnaryOperator<String> change) {
        return new JobForm(
                ofJob(change),
                steps.stream().map(step -> step.map(change)).toList(),
                results.stream().map(result -> mapped(result, change)).toList());
    }

    private Map<String, String> ofJob(UnaryOperator<String> change) {
        Map<String, String> changed = new LinkedHashMap<>();
        values.forEach((field, value) -> changed.put(
                field, field.equals(LaunchFields.STREAM) ? StreamLines.map(value, change) : change.apply(value)));
        return changed;
    }

    private static Map<String, String> mapped(Map<String, String> values, UnaryOperator<String> change) {
        Map<String, String> changed = new LinkedHashMap<>();
        values.forEach((field, value) -> changed.put(field, change.apply(value)));
        return changed;
    }

    /** Returns the names of the blanks in the form's texts. @throws IllegalArgumentException if a blank is malformed */
    public Set<String> blanks() {
        Set<String> names = new LinkedHashSet<>();
        map(text -> {
            names.addAll(Placeholders.names(text));
            return text;
        });
        return names;
    }

    /** Returns whether the form has a table of values, and therefore makes several jobs. */
    public boolean isSwept() {
        return !value(SWEEP).isBlank();
    }

    /** Returns the values of each job by the names of the blanks; empty without a valid table of values. */
    public List<Map<String, String>> rows() {
        return isSwept() ? SweptForm.of(this).rows() : List.of();
    }

    /** Returns the form of the first job: this form, or this form filled with the first row of the table of values. */
    public JobForm first() {
        return isSwept() ? SweptForm.of(this).first() : this;
    }

    /** Reads and checks the form. */
    public CheckedForm checked() {
        return isSwept() ? SweptForm.of(this).checked() : checkedJob();
    }

    CheckedForm checkedJob() {
        List<FormProblem> problems = new ArrayList<>();
        FieldReader fields = new FieldReader(values);
        String name = fields.required("name");
        Optional<LaunchRequest> launch = LaunchFields.read(fields);
        problems.addAll(fields.problems());
        List<StagingStep> read = new ArrayList<>();
        Map<String, DataContract> contracts = new LinkedHashMap<>();
        for (int i = 0; i < steps.size(); i++) {
            StepForm.Read step = steps.get(i).read();
            step.problems().stream().map(below("steps/" + i)).forEach(problems::add);
            step.step().ifPresent(read::add);
            step.step().ifPresent(each -> step.contract().ifPresent(contract -> contracts.put(each.name(), contract)));
        }
        conflicts(read, launch).forEach(problems::add);
        List<ResultFile> files = results(problems);
        if (!problems.isEmpty() || launch.isEmpty()) {
            return new CheckedForm(List.of(), problems);
        }
        try {
            return new CheckedForm(
                    List.of(new JobRequest(
                            name,
                            fields.optional("description"),
                            fields.optional("submissionId"),
                            launch.get(),
                            towards(Direction.IN, read).toList(),
                            towards(Direction.OUT, read).toList(),
                            files,
                            contracts,
                            fields.items("snapshots"))),
                    List.of());
        } catch (IllegalArgumentException e) {
            return new CheckedForm(List.of(), List.of(new FormProblem("", e.getMessage(), "Change one of them.")));
        }
    }

    /**
     * Finds the conflicts between those steps that are valid by themselves. An invalid step may bring any file, so
     * missing files are then not reported.
     */
    private List<FormProblem> conflicts(List<StagingStep> read, Optional<LaunchRequest> launch) {
        boolean all = read.size() == steps.size();
        List<StagingStep> in = towards(Direction.IN, read).toList();
        Stream<StagingConflict> ofOutputs = launch.stream().flatMap(run -> StagingConflict.among(in, run).stream());
        return Stream.concat(StagingConflict.among(in, Set.of()).stream(), ofOutputs)
                .filter(conflict -> all || !(conflict instanceof StagingConflict.Missing))
                .map(conflict -> words(conflict).below("steps/" + number(conflict.step())))
                .toList();
    }

    /**
     * Returns the position of a step. Names are distinct among the steps of one direction; otherwise that is reported.
     */
    private int number(StagingStep step) {
        for (int i = steps.size() - 1; i > 0; i--) {
            if (steps.get(i).kind().direction() == step.direction()
                    && steps.get(i).value("name").equals(step.name())) {
                return i;
            }
        }
        return 0;
    }

    private static FormProblem words(StagingConflict conflict) {
        if (conflict instanceof StagingConflict.Missing missing) {
            return missing(missing.step(), missing.file());
        } else if (conflict instanceof StagingConflict.OwnInput) {
            return ownInput(conflict.step());
        } else if (conflict instanceof StagingConflict.FileForFolder taken) {
            return fileForFolder(taken.step(), taken.other());
        } else if (conflict instanceof StagingConflict.Index index) {
            return index(index.step(), index.other());
        } else if (conflict instanceof StagingConflict.Output output) {
            return output(output.step(), output.output());
        } else if (conflict instanceof StagingConflict.Checkpoint checkpoint) {
            return checkpoint(checkpoint.step(), checkpoint.folder());
        }
        return twice(conflict.step());
    }

    private static FormProblem index(StagingStep step, StagingStep other) {
        return new FormProblem(
                "file",
                "this step brings " + FieldReader.shown(step.file().value()) + ", and step "
                        + FieldReader.shown(other.name())
                        + " writes " + FieldReader.shown(other.file().value() + StagingConflict.INDEX)
                        + ", the index of its packed file",
                "Give one of them another file.");
    }

    private static FormProblem output(StagingStep step, RunPath output) {
        return new FormProblem(
                "file",
                "this step brings " + FieldReader.shown(step.file().value()) + ", so that the program cannot write "
                        + FieldReader.shown(output.value()) + ": one name would be a file and a folder",
                "Give the step, or the program's output, another file.");
    }

    private static FormProblem checkpoint(StagingStep step, RunPath folder) {
        return new FormProblem(
                "file",
                "this step brings " + FieldReader.shown(step.file().value()) + ", and the checkpoint folder "
                        + FieldReader.shown(folder.value()) + " is the program's alone",
                "Give the step another file, or the program another checkpoint folder.");
    }

    private static FormProblem ownInput(StagingStep step) {
        return new FormProblem(
                "file",
                "this step brings " + FieldReader.shown(step.file().value()) + ", which it reads itself",
                "Give it another file to bring.");
    }

    private static FormProblem fileForFolder(StagingStep step, StagingStep other) {
        return new FormProblem(
                "file",
                "step " + FieldReader.shown(step.name()) + " brings "
                        + (step.isFolder() ? "the files of folder " : "")
                        + FieldReader.shown(step.file().value()) + ", and step " + FieldReader.shown(other.name())
                        + " brings the file " + FieldReader.shown(other.file().value())
                        + ", which cannot be a folder too",
                "Give one of them another file.");
    }

    private static FormProblem missing(StagingStep step, RunPath file) {
        return new FormProblem(
                StepKind.of(step).inputField(),
                "no step of an order group below " + step.orderGroup() + " brings " + FieldReader.shown(file.value()),
                "Give this step a higher order group than the step that brings the file, or name another file.");
    }

    private static FormProblem twice(StagingStep step) {
        return new FormProblem(
                "file",
                "another step of order group " + step.orderGroup() + " brings "
                        + FieldReader.shown(step.file().value()) + ", too",
                "Give one of them a higher order group, or another file.");
    }

    private static UnaryOperator<FormProblem> below(String place) {
        return problem -> problem.below(place);
    }

    private static Stream<StagingStep> towards(Direction direction, List<StagingStep> steps) {
        return steps.stream().filter(step -> step.direction() == direction);
    }

    private List<ResultFile> results(List<FormProblem> problems) {
        List<ResultFile> files = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            FieldReader fields = new FieldReader(results.get(i));
            ResultFields.read(fields).ifPresent(files::add);
            fields.problems().stream().map(below("results/" + i)).forEach(problems::add);
        }
        return files;
    }

    /** Writes the form as JSON for a store. */
    public String json() {
        return FormText.write(this);
    }

    /** Reads a form that {@link #json} wrote. @throws IllegalArgumentException if the text is not such a form */
    public static JobForm ofJson(String json) {
        return FormText.read(json);
    }
}
