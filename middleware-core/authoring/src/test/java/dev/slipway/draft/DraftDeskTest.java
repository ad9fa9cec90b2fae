package dev.slipway.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.Caller;
import dev.slipway.form.JobForm;
import dev.slipway.form.StepKind;
import dev.slipway.journal.store.PostgresJobJournal;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.servers.PostgresDatabase;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that drafts outlive the service, that only their owner sees them, and that no window overwrites another's
 * changes.
 */
class DraftDeskTest {
    private static final Caller ADA = new Caller("ada", Set.of(Caller.Role.USER), "test");
    private static final Caller BOB = new Caller("bob", Set.of(Caller.Role.USER), "test");
    private static final Caller OLGA = new Caller("olga", Set.of(Caller.Role.OPERATOR), "test");
    private static final Caller ALMA = new Caller("alma", Set.of(Caller.Role.AUDITOR), "test");
    private static DataSource store;
    private final DraftDesk desk = new DraftDesk(store, Clock.systemUTC());

    @BeforeAll
    static void makeSchema() {
        store = PostgresDatabase.fresh().dataSource();
        PostgresJobJournal.open(store, Clock.systemUTC());
    }

    @Test
    void a_draft_is_there_again_after_a_restart() {
        Draft made = desk.create(ADA, JobForm.blank());
        Draft saved = desk.save(ADA, made, made.form().with("name", "half a j\u00f6b \u0001\0"));

        Draft found = new DraftDesk(store, Clock.systemUTC()).open(ADA, made.id());

        assertThat(found.form()).isEqualTo(saved.form());
        assertThat(found.version()).isEqualTo(2);
    }

    @Test
    void a_draft_is_its_owners_alone() {
        Draft draft = desk.create(ADA, JobForm.blank());

        for (Caller other : new Caller[] {BOB, OLGA}) {
            refused(ProblemCode.FORM_UNKNOWN, () -> desk.open(other, draft.id()));
            refused(ProblemCode.FORM_UNKNOWN, () -> desk.remove(other, draft.id()));
            refused(
                    ProblemCode.FORM_UNKNOWN,
                    () -> desk.save(other, draft, draft.form().with("name", "mine")));
            assertThat(desk.list(other)).noneMatch(one -> one.id().equals(draft.id()));
        }
        refused(ProblemCode.NOT_AUTHORISED, () -> desk.create(ALMA, JobForm.blank()));
        assertThat(desk.open(ADA, draft.id()).form()).isEqualTo(draft.form());
    }

    @Test
    void the_second_of_two_windows_does_not_overwrite_the_first() {
        Draft draft = desk.create(ADA, JobForm.blank());
        desk.save(ADA, draft, draft.form().with("name", "first"));

        refused(
                ProblemCode.FORM_CHANGED,
                () -> desk.save(ADA, draft, draft.form().with("name", "second")));

        assertThat(desk.open(ADA, draft.id()).form().value("name")).isEqualTo("first");
    }

    @Test
    void a_removed_draft_is_gone() {
        Draft draft = desk.create(ADA, JobForm.blank());
        desk.remove(ADA, draft.id());

        refused(ProblemCode.FORM_UNKNOWN, () -> desk.open(ADA, draft.id()));
        refused(
                ProblemCode.FORM_UNKNOWN,
                () -> desk.save(ADA, draft, draft.form().with("name", "late")));
    }

    @Test
    void one_user_has_so_many_and_no_larger_ones() {
        Caller eve = new Caller("eve", Set.of(Caller.Role.USER), "test");
        for (int i = 0; i < DraftDesk.MOST; i++) {
            desk.create(eve, JobForm.blank());
        }

        refused(ProblemCode.FORM_QUOTA, () -> desk.create(eve, JobForm.blank()));
        refused(
                ProblemCode.FORM_INVALID,
                () -> desk.create(BOB, JobForm.blank().with("description", "x".repeat(300_000))));
    }

    @Test
    void none_is_larger_than_a_browser_can_send_its_pages() {
        String most = "x".repeat(203_000);

        assertThat(desk.create(BOB, JobForm.blank().with("description", most)).version())
                .isEqualTo(1);
        refused(
                ProblemCode.FORM_INVALID,
                () -> desk.create(BOB, JobForm.blank().with("description", most.replace('x', '\n'))));
        Draft draft = desk.create(BOB, JobForm.blank().withResults(results(300)));
        refused(
                ProblemCode.FORM_INVALID,
                () -> desk.save(BOB, draft, draft.form().withResults(results(301))));
        refused(
                ProblemCode.FORM_INVALID,
                () -> desk.create(
                        BOB, JobForm.blank().withSteps(Collections.nCopies(501, StepKind.INLINE_DATA.blank(1)))));
    }

    private static List<Map<String, String>> results(int count) {
        return Collections.nCopies(count, Map.of("name", "pnl", "file", "pnl.csv", "role", "file"));
    }

    private static void refused(ProblemCode code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(code));
    }
}
