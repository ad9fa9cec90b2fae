package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.desk.plan.JobPlan;
import dev.slipway.desk.plan.PlanDesk;
import dev.slipway.desk.status.Estimate;
import dev.slipway.document.DocumentProblem;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.SweepDocumentWriter;
import dev.slipway.form.CheckedForm;
import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.web.Readable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.stereotype.Component;

/** Puts the review of a form together: the document, the reader's warnings, and the plan of the desk. */
@Component
class Reviews {
    private final PlanDesk plans;
    private final SweepDocumentWriter writer = new SweepDocumentWriter();
    private final JobDocumentReader reader = new JobDocumentReader();

    Reviews(PlanDesk plans) {
        this.plans = plans;
    }

    ReviewView of(Caller caller, JobForm form, CheckedForm checked) {
        if (checked.requests().isEmpty()) {
            return unfinished(checked.problems().stream()
                    .map(problem -> todo(form, problem))
                    .toList());
        }
        byte[] document;
        try {
            document = document(checked.requests());
        } catch (ProblemException e) {
            String path = (form.isSwept() ? WizardPage.SWEEP : WizardPage.STAGE_IN).id();
            return unfinished(List.of(new ReviewView.Todo(
                    path, e.problem().message(), e.problem().remedy().pages())));
        }
        return planned(caller, checked.requests(), document);
    }

    /**
     * Writes the canonical document of a form's jobs: a sweep of several jobs.
     *
     * @throws ProblemException FORM_INVALID if no document can hold them
     */
    byte[] document(List<JobRequest> requests) {
        try {
            return writer.write(requests);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.of(ProblemCode.FORM_INVALID, e.getMessage()), e);
        }
    }

    private static ReviewView unfinished(List<ReviewView.Todo> problems) {
        return new ReviewView(problems, "", List.of(), List.of(), List.of(), List.of(), ReviewView.Times.NONE, false);
    }

    private static ReviewView.Todo todo(JobForm form, FormProblem problem) {
        String[] parts = problem.field().split("/");
        String page = parts[0].equals("steps")
                ? "steps/" + parts[1]
                : WizardPage.of(form, problem.field()).id();
        String where = parts[0].equals("steps")
                ? form.steps().get(Integer.parseInt(parts[1])).value("name") + ": "
                : "";
        return new ReviewView.Todo(
                page + "?checked", (where.equals(": ") ? "" : where) + problem.message(), problem.hint());
    }

    private ReviewView planned(Caller caller, List<JobRequest> requests, byte[] document) {
        List<DocumentProblem> warnings = reader.read(document).problems();
        String text = new String(document, StandardCharsets.UTF_8);
        try {
            JobPlan plan = plans.plan(caller, requests);
            return new ReviewView(
                    List.of(),
                    text,
                    warnings,
                    plan.problems(),
                    plan.notes(),
                    plan.steps().stream().map(Reviews::step).toList(),
                    new ReviewView.Times(plan.stageIn().words(), plan.run().words()),
                    plan.ready());
        } catch (ProblemException e) {
            return new ReviewView(
                    List.of(),
                    text,
                    warnings,
                    List.of(e.problem()),
                    List.of(),
                    List.of(),
                    ReviewView.Times.NONE,
                    false);
        }
    }

    private static ReviewView.Step step(JobPlan.Step step) {
        return new ReviewView.Step(
                step.name(),
                step.head().direction().name(),
                step.head().orderGroup(),
                step.place(),
                step.head().file().value(),
                new ReviewView.Expected(
                        step.bytes().isPresent() ? Readable.bytes(step.bytes().getAsLong()) : "",
                        step.rows().isPresent() ? Readable.count(step.rows().getAsLong()) : "",
                        step.time().map(Estimate::span).orElse(""),
                        step.time().flatMap(Estimate::from).orElse("")),
                step.problems(),
                step.notes());
    }
}
