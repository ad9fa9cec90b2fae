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
 * The one door to drafts. A draft is its owner's alone: operators have no business in what is not submitted. All calls throw
 * {@link ProblemException}: FORM_UNKNOWN for a draft that is not there or not the caller's.
 */
public final class DraftDesk {
    /** The most drafts of one user. */
    public static final int MOST = 100;

    /** The most of one, as a browser sends its fields; a server takes no form without an end. */
    public static final int LARGEST = 200 << 10;

    /** A page shows all results at once, and a server takes no more than so many fields. */
    private static final int RESULTS = 300;

    private static final int STEPS = 500;

    /** Of a field as it is sent, beside its value: its name and what stands between. */
    private static final int NAME = 40;

    private final DraftTable table;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /** @param store with the journal's schema */
    public DraftDesk(DataSource store, Clock clock) {
        this.table = new DraftTable(store);
        this.clock = clock;
    }

    /** Keeps a new draft; durable before this returns. @throws ProblemException FORM_QUOTA, NOT_AUTHORISED for who may not submit */
    public Draft create(Caller caller, JobForm form) {
        caller.requireSubmitter();
        Draft draft = new Draft(JobToken.random(random), caller.user(), form, 1, clock.instant(), Optional.empty());
        if (!table.add(draft, text(form), MOST)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_QUOTA, "user " + caller.user() + " has " + MOST + " drafts, which is the most"));
        }
        return draft;
    }

    /** The caller's drafts, the one that was changed last first. @throws ProblemException NOT_AUTHORISED for who may not submit */
    public List<DraftEntry> list(Caller caller) {
        caller.requireSubmitter();
        return table.of(caller.user());
    }

    public Draft open(Caller caller, JobToken id) {
        return table.find(id, caller.user()).orElseThrow(DraftDesk::unknown);
    }

    /**
     * Keeps what became of a draft.
     *
     * @param draft as it was opened
     * @return the draft with its new version; the same one if nothing has changed
     * @throws ProblemException FORM_CHANGED if another call changed it since
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

    /** Notes the job that was made of a draft. */
    public void submitted(Caller caller, Draft draft, JobToken job) {
        table.submitted(draft.id(), caller.user(), job);
    }

    public void remove(Caller caller, JobToken id) {
        if (!table.remove(id, caller.user())) {
            throw unknown();
        }
    }

    /** What a door says of an id that is none; the same as of another's. */
    public static ProblemException unknown() {
        return new ProblemException(Problem.of(ProblemCode.FORM_UNKNOWN, "there is no such draft"));
    }

    /** What a door says of a draft that was changed after its page was opened. */
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
