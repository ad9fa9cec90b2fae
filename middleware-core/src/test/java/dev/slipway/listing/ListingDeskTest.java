package dev.slipway.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.account.Account;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the columns and filters that users keep. */
@Timeout(120)
class ListingDeskTest {
    private static final Caller ALICE = MiddlewareTestBed.ALICE;
    private static final Caller BOB = MiddlewareTestBed.BOB;

    @TempDir
    Path folder;

    @AutoClose
    private MiddlewareTestBed bed;

    private ListingDesk desk;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        desk = new ListingDesk(bed.dataSource);
        List.of(ALICE, BOB, MiddlewareTestBed.OPERATOR).forEach(user -> bed.middleware
                .accounts()
                .put(new Account(user.user(), "hash", Set.of(Caller.Role.OPERATOR), Grants.ALL)));
    }

    @Test
    void each_user_has_columns_of_the_users_own_and_the_last_choice_counts() {
        assertThat(desk.columns(ALICE)).isEmpty();
        desk.choose(ALICE, Set.of(ListColumn.REASON, ListColumn.PROGRESS));
        desk.choose(ALICE, Set.of(ListColumn.REASON, ListColumn.TEMPLATE));

        assertThat(desk.columns(ALICE)).containsExactlyInAnyOrder(ListColumn.REASON, ListColumn.TEMPLATE);
        assertThat(desk.columns(BOB)).isEmpty();
    }

    @Test
    void a_filter_is_kept_under_its_name_for_its_user_alone() {
        desk.save(ALICE, new SavedFilter("  failed today ", "status=FAILED&"));
        desk.save(ALICE, new SavedFilter("Also", "text=x&"));
        desk.save(BOB, new SavedFilter("failed today", "text=bob&"));
        desk.save(ALICE, new SavedFilter("failed today", "status=FAILED&sort=name&"));

        assertThat(desk.filters(ALICE))
                .containsExactly(
                        new SavedFilter("Also", "text=x&"),
                        new SavedFilter("failed today", "status=FAILED&sort=name&"));
        desk.remove(BOB, "Also");
        desk.remove(ALICE, "failed today");
        assertThat(desk.filters(ALICE)).extracting(SavedFilter::name).containsExactly("Also");
        assertThat(desk.filters(BOB)).hasSize(1);
    }

    @Test
    void names_and_numbers_of_filters_are_bounded() {
        for (String name : List.of(" ", "x".repeat(61), "two\nlines")) {
            assertThatThrownBy(() -> desk.save(ALICE, new SavedFilter(name, "")))
                    .isInstanceOfSatisfying(
                            ProblemException.class,
                            refused -> assertThat(refused.problem().code()).isEqualTo(ProblemCode.FORM_INVALID));
        }
        assertThatThrownBy(() -> desk.save(ALICE, new SavedFilter("long", "x".repeat(2001))))
                .hasMessageContaining("filter long is longer than 2000 characters");
        for (int i = 0; i < ListingDesk.MOST_FILTERS; i++) {
            desk.save(ALICE, new SavedFilter("filter " + i, ""));
        }
        assertThatThrownBy(() -> desk.save(ALICE, new SavedFilter("one more", "")))
                .hasMessageContaining("user alice has 30 filters, which is the most");
        desk.save(ALICE, new SavedFilter("filter 7", "text=y&"));
        assertThat(desk.filters(ALICE)).contains(new SavedFilter("filter 7", "text=y&"));
    }

    @Test
    void they_go_with_their_user() {
        desk.choose(ALICE, Set.of(ListColumn.REASON));
        desk.save(ALICE, new SavedFilter("mine", ""));
        bed.middleware.accounts().remove(MiddlewareTestBed.OPERATOR, "alice");

        assertThat(desk.columns(ALICE)).isEmpty();
        assertThat(desk.filters(ALICE)).isEmpty();
    }
}
