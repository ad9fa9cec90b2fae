package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.desk.plan.ProbeDesk;
import dev.slipway.form.StepForm;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StepLook;
import dev.slipway.web.Readable;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Tries one step on the spot: shows the first rows of a statement, or how a file or an answer looks at its place.
 * Nothing is moved.
 */
@Component
class StepTrials {
    private final ProbeDesk probes;

    StepTrials(ProbeDesk probes) {
        this.probes = probes;
    }

    /** Tries the step; empty while a problem stands against what was typed, which the page shows already. */
    Optional<TryView> of(Caller caller, StepForm form) {
        return placed(form).step().map(step -> {
            try {
                return step instanceof SqlExtract extract ? rows(caller, extract) : look(caller, step);
            } catch (ProblemException e) {
                return TryView.of(e.problem());
            }
        });
    }

    /** Replaces the names of file and step, which make no difference to a trial. */
    private static StepForm placed(StepForm form) {
        StepForm named = form.value("file").isBlank() ? form.with("file", "try") : form;
        return named.value("name").isBlank() ? named.with("name", "try") : named;
    }

    private TryView rows(Caller caller, SqlExtract extract) {
        RowSample sample = probes.sample(caller, extract.source(), extract.statement());
        return new TryView(
                List.of(),
                sample.notes(),
                "",
                "",
                sample.columns().stream()
                        .map(column -> new TryView.Column(column.name(), column.type()))
                        .toList(),
                sample.rows().stream()
                        .map(row ->
                                row.stream().map(value -> value.orElse(null)).toList())
                        .toList(),
                sample.more());
    }

    private TryView look(Caller caller, StagingStep step) {
        StepLook look = probes.look(caller, step);
        List<Problem> problems = look.problems();
        return new TryView(
                problems,
                look.notes(),
                look.size().map(size -> Readable.bytes(size.bytes())).orElse(""),
                look.size().map(StepLook.Size::basis).orElse(""),
                look.statement().stream()
                        .flatMap(statement -> statement.columns().stream())
                        .map(name -> new TryView.Column(name, ""))
                        .toList(),
                List.of(),
                false);
    }
}
