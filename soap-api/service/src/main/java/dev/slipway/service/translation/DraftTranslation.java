package dev.slipway.service.translation;

import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftEntry;
import dev.slipway.form.FormProblem;
import dev.slipway.job.JobToken;
import dev.slipway.service.wire.FormFinding;
import java.util.List;

/** Translates drafts to types of the WSDL. */
public final class DraftTranslation {
    private DraftTranslation() {}

    public static dev.slipway.service.wire.DraftEntry entry(DraftEntry draft) {
        dev.slipway.service.wire.DraftEntry wire = new dev.slipway.service.wire.DraftEntry();
        wire.setId(draft.id().value());
        wire.setName(draft.name());
        wire.setChanged(draft.changed());
        draft.job().map(JobToken::value).ifPresent(wire::setJob);
        return wire;
    }

    /** Returns the draft without its document. */
    public static dev.slipway.service.wire.Draft draft(Draft draft, List<FormProblem> problems) {
        dev.slipway.service.wire.Draft wire = new dev.slipway.service.wire.Draft();
        wire.setId(draft.id().value());
        wire.setName(draft.form().value("name"));
        wire.setChanged(draft.changed());
        draft.job().map(JobToken::value).ifPresent(wire::setJob);
        problems.forEach(problem -> wire.getFinding().add(finding(problem)));
        return wire;
    }

    private static FormFinding finding(FormProblem problem) {
        FormFinding wire = new FormFinding();
        wire.setField(problem.field());
        wire.setMessage(problem.message());
        wire.setHint(problem.hint());
        return wire;
    }
}
