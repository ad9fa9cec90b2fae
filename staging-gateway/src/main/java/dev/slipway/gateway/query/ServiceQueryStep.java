package dev.slipway.gateway.query;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.files.RowLanding;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.http.AnswerFault;
import dev.slipway.gateway.http.HttpSites;
import dev.slipway.gateway.http.SiteQuestion;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.ServiceQuery.Column;
import dev.slipway.request.ServiceQuery.Origin;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes the rows of a web service's answers into a CSV file, one question after the other. Memory does not grow with
 * the answers.
 */
public final class ServiceQueryStep implements StepHandler<ServiceQuery> {
    private static final String EFFECT = "service query";

    private final HttpSites sites;
    private final RowLanding landing;

    public ServiceQueryStep(HttpSites sites, StagedFiles files) {
        this.sites = sites;
        landing = new RowLanding(EFFECT, files);
    }

    @Override
    public Class<ServiceQuery> type() {
        return ServiceQuery.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(ServiceQuery step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        return landing.<RuntimeException>land(step, context, cancellation, rows -> {
            Questions questions = new Questions(step);
            rows.write(step.answer().columns().stream().map(Column::name).toList());
            askAll(new Asking(step, questions, cancellation, rows), context.runFolder());
        });
    }

    private record Asking(ServiceQuery step, Questions questions, Cancellation cancellation, RowLanding.Rows to) {}

    /** Looks at a query as a step would find the site now. Sends no question, because the service might act on it. */
    @Override
    public StepLook look(ServiceQuery step, String owner, Cancellation cancellation) throws InterruptedException {
        try {
            int parameters = new Questions(step).parameters();
            requireFit(step, parameters);
            return sites.probe(step).map(StepLook::of).orElseGet(() -> described(step, parameters));
        } catch (ProblemException e) {
            return StepLook.of(e.problem());
        }
    }

    private static StepLook described(ServiceQuery step, int parameters) {
        return new StepLook(
                List.of(),
                List.of(),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.of(new StepLook.Statement(
                        Collections.nCopies(parameters, "text"),
                        step.answer().columns().stream().map(Column::name).toList())));
    }

    private static void requireFit(ServiceQuery step, int parameters) {
        Optional<ParameterRows> rows = step.parameters();
        if (rows.isPresent() != parameters > 0) {
            throw StepProblem.of(
                    ProblemCode.QUERY_INVALID,
                    "the query of step " + step.name() + " has " + parameters + " parameters and "
                            + (rows.isPresent() ? "rows" : "no rows") + " for them");
        }
        int named = rows.map(each -> each.columns().size()).orElse(0);
        if (named > 0 && named != parameters) {
            throw StepProblem.of(
                    ProblemCode.PARAMETER_INVALID,
                    "step " + step.name() + " names " + named + " columns, its query has " + parameters
                            + " parameters");
        }
    }

    private void askAll(Asking asking, Path runFolder) throws IOException, InterruptedException {
        Optional<ParameterRows> rows = asking.step().parameters();
        int parameters = asking.questions().parameters();
        requireFit(asking.step(), parameters);
        if (rows.isEmpty()) {
            ask(asking, List.of(), "");
            return;
        }
        try (ParameterFile file = ParameterFile.open(runFolder, rows.get().file())) {
            List<ParameterColumns.Wanted> wanted = wanted(asking.step(), rows.get(), parameters);
            ParameterColumns columns = file.columns(wanted, wanted.size());
            for (CsvRow row = file.next(); row != null; row = file.next()) {
                asking.cancellation().check();
                columns.require(row, ProblemCode.PARAMETER_INVALID);
                ask(
                        asking,
                        columns.values(row),
                        "line " + row.line() + " of " + rows.get().file());
            }
        }
    }

    /** Returns the columns for the {@code ?}, then the columns that are copied into the file. */
    private static List<ParameterColumns.Wanted> wanted(ServiceQuery step, ParameterRows rows, int parameters) {
        List<ParameterColumns.Wanted> wanted = new ArrayList<>();
        for (int i = 0; i < parameters; i++) {
            wanted.add(
                    rows.columns().isEmpty()
                            ? ParameterColumns.Wanted.number(i)
                            : ParameterColumns.Wanted.column(rows.columns().get(i)));
        }
        step.answer().columns().stream()
                .filter(column -> column.from() == Origin.PARAMETERS)
                .map(column -> ParameterColumns.Wanted.column(column.at()))
                .forEach(wanted::add);
        return wanted;
    }

    /** @param line the origin of the values; empty if there are no values */
    private void ask(Asking asking, List<String> values, String line) throws IOException, InterruptedException {
        int parameters = asking.questions().parameters();
        ServiceQuery.Answer answer = asking.step().answer();
        AnswerRow row = new AnswerRow(answer.columns(), values.subList(parameters, values.size()));
        try {
            asking.questions()
                    .with(values.subList(0, parameters), line.isEmpty() ? "" : " for " + line)
                    .ask(sites, asking.step().site(), asking.cancellation(), new Reading(asking, row));
        } catch (ValueFault e) {
            throw StepProblem.of(
                    ProblemCode.PARAMETER_INVALID,
                    line + ": the value of parameter " + (e.parameter() + 1) + " cannot be sent",
                    e.getMessage());
        }
    }

    private record Reading(Asking asking, AnswerRow row) implements SiteQuestion.Reader {
        @Override
        public void read(InputStream answer) throws AnswerFault, IOException, InterruptedException {
            AnswerReader.of(asking.step().answer()).read(answer, row, asking.to());
        }

        @Override
        public Optional<String> refusal(InputStream answer) {
            return asking.step().body().filter(body -> body.form().isSoap()).flatMap(body -> SoapFault.in(answer));
        }
    }
}
