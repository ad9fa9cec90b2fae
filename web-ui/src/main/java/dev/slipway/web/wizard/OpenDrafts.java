package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Opens the draft that an address names, and saves the values that a page sent. */
@Component
class OpenDrafts {
    private final DraftDesk desk;

    OpenDrafts(DraftDesk desk) {
        this.desk = desk;
    }

    Draft open(Caller caller, String id) {
        return desk.open(caller, JobToken.parse(id).orElseThrow(DraftDesk::unknown));
    }

    /**
     * Saves a form that a page of this version of the draft sent.
     *
     * @return empty if the draft has been changed since the page was made; then the form is not saved
     */
    Optional<Draft> save(Caller caller, Draft draft, PostedForm posted, JobForm form) {
        if (!posted.text("version").equals(Integer.toString(draft.version()))) {
            return Optional.empty();
        }
        try {
            return Optional.of(desk.save(caller, draft, form));
        } catch (ProblemException e) {
            if (e.problem().code() == ProblemCode.FORM_CHANGED) {
                return Optional.empty();
            }
            throw e;
        }
    }

    static String path(Draft draft, String page) {
        return "/ui/drafts/" + draft.id() + "/" + page;
    }
}
