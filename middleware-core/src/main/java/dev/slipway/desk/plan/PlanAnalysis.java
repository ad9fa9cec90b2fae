package dev.slipway.desk.plan;

import dev.slipway.desk.status.Estimate;
import dev.slipway.dispatch.TransferRates;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.request.StepInput;
import dev.slipway.staging.StepLook;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Analyses the steps of one request for a plan. The analysis combines the findings about each step with the relations
 * between steps: which file a step needs, how many rows that file has, and how long the step takes. For one thread.
 */
final class PlanAnalysis {
    private static final String GUESSED_RATE = "a guess of " + TransferRates.GUESSED_RATE / 1_000_000 + " MB/s";

    private final JobRequest request;
    private final Map<StagingStep, StepLook> looks;
    private final Past past;

    /** The known facts about each file that a step of stage-in writes, by the path of the file. */
    private final Map<RunPath, Written> written = new HashMap<>();

    private record Written(StagingStep by, Optional<StepLook.Size> size, List<String> columns) {}

    /** The history of earlier transfers. */
    interface Past {
        /** Returns how much the same step of the same user moved last time. */
        Optional<Long> bytes(StagingStep step);

        /** Returns how long moves of that size took at the place. */
        Optional<TransferRates.TransferTime> transferTime(Place place, boolean in, long bytes);
    }

    PlanAnalysis(JobRequest request, Map<StagingStep, StepLook> looks, Past past) {
        this.request = request;
        this.looks = looks;
        this.past = past;
    }

    /** Returns all steps in document order. A step that writes a file is analysed before the steps that need it. */
    List<JobPlan.Step> steps() {
        Map<StagingStep, JobPlan.Step> steps = new HashMap<>();
        request.stageIn().stream()
                .sorted(Comparator.comparingInt(StagingStep::orderGroup))
                .forEach(step -> steps.put(step, step(step)));
        request.stageOut().forEach(step -> steps.put(step, step(step)));
        return request.steps().map(steps::get).toList();
    }

    /** Returns how many bytes are known to be staged in; guessed sizes do not count. */
    long certainBytes() {
        return request.stageIn().stream()
                .flatMap(step -> look(step).size().stream())
                .filter(StepLook.Size::exact)
                .mapToLong(StepLook.Size::bytes)
                .sum();
    }

    private StepLook look(StagingStep step) {
        return looks.getOrDefault(step, StepLook.NOTHING);
    }

    private JobPlan.Step step(StagingStep step) {
        StepLook look = look(step);
        List<Problem> problems = new ArrayList<>(look.problems());
        List<String> notes = new ArrayList<>(look.notes());
        Optional<Written> needed = needed(step, problems, notes);
        Optional<StepLook.Size> size = size(step, look, needed);
        if (step.direction() == Direction.OUT) {
            room(step, look, size).ifPresent(problems::add);
        } else {
            twice(step).ifPresent(problems::add);
            unkept(step, look).ifPresent(problems::add);
            headers(step, look).ifPresent(problems::add);
            written.put(step.file(), new Written(step, size, columns(step, look)));
        }
        return new JobPlan.Step(
                step.head(),
                step.placeName(),
                problems,
                notes,
                size,
                problems.isEmpty() ? Optional.of(time(step, size)) : Optional.empty());
    }

    /**
     * Finds the file of the run folder that the step reads, if another step writes that file. Adds a note or a problem
     * about the file.
     */
    private Optional<Written> needed(StagingStep step, List<Problem> problems, List<String> notes) {
        Optional<StepInput> need = step.input();
        if (need.isPresent() && step.direction() == Direction.IN) {
            StepInput rows = need.get();
            Optional<Written> file = Optional.ofNullable(written.get(rows.file()))
                    .filter(one -> one.by().orderGroup() < step.orderGroup());
            if (file.isEmpty()) {
                problems.add(Problem.of(
                        ProblemCode.FILE_MISSING,
                        "step " + step.name() + " needs " + rows.file()
                                + ", which no step of an earlier order group writes"));
                return Optional.empty();
            }
            file.ifPresent(one -> {
                notes.add("needs " + rows.file() + " of step " + one.by().name() + ", which is not there yet");
                missing(step, rows.columns(), rows.file(), one).ifPresent(problems::add);
                tooFew(step, rows.byNumber(), one).ifPresent(problems::add);
            });
            return file;
        }
        if (step.direction() == Direction.OUT) {
            Optional<Written> file = Optional.ofNullable(written.get(step.file()));
            notes.add(
                    file.isPresent()
                            ? "sends " + step.file() + " of step "
                                    + file.get().by().name()
                            : "sends " + step.file() + ", which the program is to write");
            need.ifPresent(rows -> {
                file.flatMap(one -> missing(step, rows.columns(), rows.file(), one))
                        .ifPresent(problems::add);
                file.flatMap(one -> tooFew(step, rows.byNumber(), one)).ifPresent(problems::add);
            });
            return file;
        }
        return Optional.empty();
    }

    /** Checks that each column that the step takes by name is in the file exactly once. */
    private static Optional<Problem> missing(StagingStep step, List<String> wanted, RunPath file, Written from) {
        return wanted.stream()
                .filter(column -> !from.columns().isEmpty() && Collections.frequency(from.columns(), column) != 1)
                .findFirst()
                .map(column -> new Problem(
                        ProblemCode.PARAMETER_INVALID,
                        "step " + step.name() + " names column " + column + ", and " + file + " of step "
                                + from.by().name()
                                + (from.columns().contains(column)
                                        ? " will have more than one of that name"
                                        : " will not have it"),
                        "columns: " + String.join(", ", from.columns())));
    }

    /** Checks that the file has enough columns: without names the n-th parameter takes the n-th column. */
    private Optional<Problem> tooFew(StagingStep step, boolean byNumber, Written from) {
        int parameters = look(step)
                .statement()
                .map(statement -> statement.parameters().size())
                .orElse(0);
        int columns = from.columns().size();
        return Optional.of(from)
                .filter(one -> byNumber && columns > 0 && columns < parameters)
                .map(one -> new Problem(
                        ProblemCode.PARAMETER_INVALID,
                        "step " + step.name() + " has " + parameters + " parameters, and "
                                + one.by().file() + " of step " + one.by().name() + " will have "
                                + (columns == 1 ? "one column" : columns + " columns"),
                        "columns: " + String.join(", ", one.columns())));
    }

    /** Checks that rows to append have the header of the file that is there. */
    private Optional<Problem> headers(StagingStep step, StepLook look) {
        List<String> columns = columns(look);
        return before(step)
                .filter(one -> !columns.isEmpty()
                        && !one.columns().isEmpty()
                        && !one.columns().equals(columns))
                .map(one -> new Problem(
                        ProblemCode.FILE_EXISTS,
                        "step " + step.name() + " cannot append to " + step.file() + " of step "
                                + one.by().name() + ": the header lines differ",
                        "the file will have the columns " + one.columns() + ", the new rows " + columns));
    }

    /** Finds the file to which the step appends. */
    private Optional<Written> before(StagingStep step) {
        return Optional.ofNullable(written.get(step.file())).filter(one -> step.creation() == CreationFlag.APPEND);
    }

    private List<String> columns(StagingStep step, StepLook look) {
        List<String> known = columns(look);
        return known.isEmpty() ? before(step).map(Written::columns).orElse(known) : known;
    }

    private static List<String> columns(StepLook look) {
        return look.statement().map(StepLook.Statement::columns).orElse(List.of());
    }

    /** Checks that no other step of the group writes the same file: the second of them fails. */
    private Optional<Problem> twice(StagingStep step) {
        return Optional.ofNullable(written.get(step.file()))
                .filter(one -> one.by().orderGroup() == step.orderGroup() || keeps(step))
                .map(one -> Problem.of(
                        ProblemCode.FILE_EXISTS,
                        "step " + step.name() + " writes " + step.file() + ", as step "
                                + one.by().name() + " does"));
    }

    /** Checks that the query has each column for which the contract asks. */
    private Optional<Problem> unkept(StagingStep step, StepLook look) {
        List<String> columns = columns(look);
        return request.contract(step).stream()
                .flatMap(contract -> contract.columns().stream())
                .filter(column -> !columns.isEmpty() && !columns.contains(column.name()))
                .findFirst()
                .map(column -> new Problem(
                        ProblemCode.CONTRACT_BROKEN,
                        "step " + step.name() + " will break its contract: it will have no column " + column.name(),
                        "columns: " + String.join(", ", columns)));
    }

    private static boolean keeps(StagingStep step) {
        return step.place() instanceof Place.Source && step.creation() == CreationFlag.DONT_OVERWRITE;
    }

    private Optional<StepLook.Size> size(StagingStep step, StepLook look, Optional<Written> needed) {
        Optional<Long> before = past.bytes(step);
        if (look.size().filter(StepLook.Size::exact).isEmpty() && before.isPresent()) {
            return Optional.of(new StepLook.Size(
                    before.get(), OptionalLong.empty(), false, "as many bytes as the same step moved last time"));
        }
        if (step.direction() == Direction.OUT) {
            return needed.flatMap(Written::size);
        }
        if (step.input().isEmpty()) {
            return look.size();
        }
        return look.size().flatMap(each -> needed.flatMap(Written::size).map(rows -> times(each, rows)));
    }

    /** Returns the size of a query that runs once for each row of parameters. */
    private static StepLook.Size times(StepLook.Size each, StepLook.Size parameters) {
        long runs = parameters.rows().orElse(1);
        return new StepLook.Size(
                (long) ((double) each.bytes() * runs),
                each.rows().isPresent()
                        ? OptionalLong.of((long) ((double) each.rows().getAsLong() * runs))
                        : OptionalLong.empty(),
                false,
                each.basis() + ", for each of about " + runs + " parameter rows");
    }

    private static Optional<Problem> room(StagingStep step, StepLook look, Optional<StepLook.Size> size) {
        return size.filter(one -> look.room().isPresent()
                        && one.exact()
                        && one.bytes() > look.room().getAsLong())
                .map(one -> Problem.of(
                        ProblemCode.STORAGE_FULL,
                        "step " + step.name() + " brings " + ByteCount.words(one.bytes()) + " to " + step.place()
                                + ", which has room for "
                                + ByteCount.words(look.room().getAsLong())));
    }

    private Estimate time(StagingStep step, Optional<StepLook.Size> size) {
        if (size.isEmpty()) {
            return Estimate.unknown("nobody knows how much it moves");
        }
        long bytes = size.get().bytes();
        Place place = step.place();
        String rough = size.get().exact() ? "" : ", its size being guessed";
        return past.transferTime(place, step.direction() == Direction.IN, bytes)
                .map(transferTime -> Estimate.about(transferTime.time(), basis(transferTime, place) + rough))
                .orElseGet(() -> Estimate.about(
                        TransferRates.guess(bytes),
                        GUESSED_RATE + ", for nothing was moved of " + place + " yet" + rough));
    }

    private static String basis(TransferRates.TransferTime transferTime, Place place) {
        String moves = (transferTime.moves() == 1 ? "an earlier move" : transferTime.moves() + " earlier moves")
                + " of " + place;
        return transferTime.guessedRate()
                ? moves + " and " + GUESSED_RATE + ", for nothing of " + TransferRates.TELLING / 1_000_000
                        + " MB or more was moved of it yet"
                : moves;
    }
}
