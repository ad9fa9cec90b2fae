package dev.slipway.service.calls;

import dev.slipway.desk.Caller;
import dev.slipway.document.writer.SweepDocumentWriter;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.form.CheckedForm;
import dev.slipway.form.FormProblem;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.service.translation.DraftTranslation;
import dev.slipway.service.wire.DraftShowResponse;
import dev.slipway.service.wire.DraftsResponse;
import java.util.ArrayList;
import java.util.List;

/** Implements the operations on drafts: translate the call, ask the desk, translate the answer. */
record DraftCalls(DraftDesk desk) {
    private static final SweepDocumentWriter WRITER = new SweepDocumentWriter();

    DraftsResponse list(Caller caller) {
        DraftsResponse answer = new DraftsResponse();
        desk.list(caller).forEach(entry -> answer.getDraft().add(DraftTranslation.entry(entry)));
        return answer;
    }

    DraftShowResponse show(Caller caller, String given) {
        Draft draft = desk.open(caller, id(caller, given));
        CheckedForm checked = draft.form().checked();
        List<FormProblem> problems = new ArrayList<>(checked.problems());
        byte[] document = null;
        if (!checked.requests().isEmpty()) {
            try {
                document = WRITER.write(checked.requests());
            } catch (IllegalArgumentException e) {
                problems.add(new FormProblem(
                        "", e.getMessage(), ProblemCode.FORM_INVALID.remedy().calls()));
            }
        }
        DraftShowResponse answer = new DraftShowResponse();
        answer.setDetails(DraftTranslation.draft(draft, problems));
        answer.getDetails().setDocument(document);
        return answer;
    }

    void delete(Caller caller, String given) {
        desk.remove(caller, id(caller, given));
    }

    private JobToken id(Caller caller, String given) {
        return new JobToken(new Reference("draft", given).in(caller, () -> desk.list(caller).stream()
                .map(entry -> new Reference.Thing(entry.id().value(), entry.name(), caller.user()))
                .toList()));
    }
}
