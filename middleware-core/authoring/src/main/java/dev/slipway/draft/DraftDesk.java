package dev.slipway.draft;

import dev.slipway.desk.Caller;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/**
 * The only entry to drafts. Only its owner can see a draft, and operators have no access to documents that are not
 * submitted. All calls throw {@link ProblemException}: FORM_UNKNOWN for a draft that does not exist or is not the
 * caller's.
 */
public final class DraftDesk {
    /** The most drafts of one user. */
    public static final int MOST = 100;

    /** The most bytes of one draft, as a browser sends the fields; a server must bound the forms of its requests. */
    public static final int LARGEST = 200 << 10;

    /** The most results: a page shows all of them at once, and a server takes only a limited number of fields. */
    private static final int RESULTS = 300;

    private static final int STEPS = 500;

    /** The bytes of a field beside the value, for the name and the separators. */
    private static final int NAME = 40;

    private final DraftTable table;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** @param store a database with the journal's schema */
    public DraftDesk(DataSource store, Clock clock) {
        this.table = new DraftTable(store);
        this.clock = clock;
    }

    /**
     * Keeps a new draft, durably. @throws ProblemException FORM_QUOTA, NOT_AUTHORISED for a caller who may not submit
     */
    public Draft create(Caller caller, JobForm form) {
        caller.requireSubmitter();
        Draft draft = new Draft(JobToken.random(random), caller.user(), form, 1, clock.instant(), Optional.empty());
        if (!table.add(draft, text(form), MOST)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_QUOTA, "user " + caller.user() + " has " + MOST + " drafts, which is the most"));
        }
        return draft;
    }

    /**
     * Lists the caller's drafts, the last changed first. @throws ProblemException NOT_AUTHORISED for a caller who may
     * not submit
     */
    public List<DraftEntry> list(Caller caller) {
        caller.requireSubmitter();
        return table.of(caller.user());
    }

    public Draft open(Caller caller, JobToken id) {
        return table.find(id, caller.user()).orElseThrow(DraftDesk::unknown);
    }

    /**
     * Saves a changed draft.
     *
     * @param draft the draft as it was opened
     * @return the draft with its new version; the given draft if the form is unchanged
     * @throws ProblemException FORM_CHANGED if another call has changed the draft meanwhile
     */
    public Draft save(Caller caller, Draft draft, JobForm form) {
        if (form.equals(draft.form())) {
            return draft;
        }
        Draft next = new Draft(draft.id(), draft.owner(), form, draft.version() + 1, clock.instant(), draft.job());
        if (!table.replace(next, text(form), caller.user())) {
            throw table.find(draft.id(), caller.user()).isPresent() ? changed() : unknown();
        }
        return next;
    }

    /** Records the job that was made from a draft. */
    public void submitted(Caller caller, Draft draft, JobToken job) {
        table.submitted(draft.id(), caller.user(), job);
    }

    public void remove(Caller caller, JobToken id) {
        if (!table.remove(id, caller.user())) {
            throw unknown();
        }
    }

    /** Reports an unknown draft, and a draft of another user, alike. */
    public static ProblemException unknown() {
        return new ProblemException(Problem.of(ProblemCode.FORM_UNKNOWN, "there is no such draft"));
    }

    /** Reports a draft that was changed after its page was opened. */
    public static ProblemException changed() {
        return new ProblemException(
                Problem.of(ProblemCode.FORM_CHANGED, "the draft was changed after this page was opened"));
    }

    private static String text(JobForm form) {
        if (form.results().size() > RESULTS) {
            throw tooLarge(form.results().size() + " results", RESULTS + " of them");
        } else if (form.steps().size() > STEPS) {
            throw tooLarge(form.steps().size() + " steps", STEPS + " of them");
        }
        LongAdder bytes = new LongAdder();
        form.map(value -> {
            bytes.add(NAME + sent(value).length());
            return value;
        });
        if (bytes.sum() > LARGEST) {
            throw tooLarge(ByteCount.words(bytes.sum()) + " of text", ByteCount.words(LARGEST));
        }
        return form.json();
    }

    private static String sent(String value) {
        return URLEncoder.encode(value.replace("\n", "\r\n"), StandardCharsets.UTF_8);
    }

    private static ProblemException tooLarge(String has, String most) {
        return new ProblemException(Problem.of(
                ProblemCode.FORM_INVALID,
                "the draft would have " + has + ", and one may have " + most
                        + "; a document that is larger is changed in a text editor"));
    }
}
