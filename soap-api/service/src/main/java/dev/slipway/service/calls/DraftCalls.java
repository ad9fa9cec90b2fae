package dev.slipway.service.calls;

import dev.slipway.desk.Caller;
import dev.slipway.document.writer.SweepDocumentWriter;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.form.CheckedForm;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.service.translation.DraftTranslation;
import dev.slipway.service.wire.DraftShowResponse;
import dev.slipway.service.wire.DraftsResponse;
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
        DraftShowResponse answer = new DraftShowResponse();
        answer.setDetails(DraftTranslation.draft(draft, checked.problems()));
        if (!checked.requests().isEmpty()) {
            answer.getDetails().setDocument(document(checked.requests()));
        }
        return answer;
    }

    private static byte[] document(List<JobRequest> requests) {
        try {
            return WRITER.write(requests);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.of(ProblemCode.FORM_INVALID, e.getMessage()), e);
        }
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
