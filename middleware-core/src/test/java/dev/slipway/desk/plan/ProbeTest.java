package dev.slipway.desk.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.account.Account;
import dev.slipway.desk.Caller;
import dev.slipway.desk.Caller.Role;
import dev.slipway.digest.Sha256;
import dev.slipway.grant.Grants;
import dev.slipway.journal.ledger.OperationFilter;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Credential;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StepLook;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests who may ask for a look at one step, and for a sample of a statement. */
@Timeout(300)
class ProbeTest {
    private static final Place.Source RISK = new Place.Source("risk");
    private static final StagingStep CURVE = JobRequests.fetch("curve", 1);

    @TempDir
    Path folder;

    private static Problem refusal(Runnable call) {
        try {
            call.run();
            throw new AssertionError("not refused");
        } catch (ProblemException e) {
            return e.problem();
        }
    }

    private static RowSample sample(MiddlewareTestBed bed, Caller caller) {
        return bed.middleware.probes().sample(caller, "risk", "SELECT 1");
    }

    @Test
    void a_statement_is_tried_for_whoever_asks() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            assertThat(sample(bed, MiddlewareTestBed.ALICE).rows()).containsExactly(List.of(Optional.of("SELECT 1")));
            assertThat(sample(bed, MiddlewareTestBed.BOB).columns())
                    .containsExactly(new RowSample.Column(MiddlewareTestBed.BOB.user(), "text"));
            assertThat(bed.middleware.probes().look(MiddlewareTestBed.ALICE, CURVE))
                    .isEqualTo(StepLook.NOTHING);
            assertThat(bed.gateway.looked()).containsExactly(RISK, RISK, CURVE.place());
            assertThat(bed.desk().list(MiddlewareTestBed.OPERATOR, 0, 10)).isEmpty();
        }
    }

    @Test
    void a_user_has_one_look_made_at_a_time_and_other_users_have_theirs() throws Exception {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            ScriptedGateway.Gate gate = bed.gateway.hold("risk");
            CompletableFuture<RowSample> first =
                    CompletableFuture.supplyAsync(() -> sample(bed, MiddlewareTestBed.ALICE));
            gate.awaitEntered();

            assertThat(refusal(() -> sample(bed, MiddlewareTestBed.ALICE)).code())
                    .isEqualTo(ProblemCode.PLAN_BUSY);
            assertThat(refusal(() -> bed.middleware.probes().look(MiddlewareTestBed.ALICE, CURVE))
                            .code())
                    .isEqualTo(ProblemCode.PLAN_BUSY);
            assertThat(bed.middleware
                            .probes()
                            .look(MiddlewareTestBed.BOB, CURVE)
                            .problems())
                    .isEmpty();
            gate.open();

            assertThat(first.get().rows()).hasSize(1);
            awaitTurn(bed);
        }
    }

    @Test
    void who_may_look_only_has_nothing_tried() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            ProbeDesk probes = bed.middleware.probes();
            assertThat(refusal(() -> probes.sample(MiddlewareTestBed.AUDITOR, "risk", "SELECT 1"))
                            .code())
                    .isEqualTo(ProblemCode.NOT_AUTHORISED);
            assertThat(refusal(() -> probes.look(MiddlewareTestBed.AUDITOR, CURVE))
                            .code())
                    .isEqualTo(ProblemCode.NOT_AUTHORISED);
            assertThat(bed.gateway.looked()).isEmpty();
        }
    }

    @Test
    void what_was_tried_stands_in_the_ledger_and_what_asks_by_itself_does_not() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            ProbeDesk probes = bed.middleware.probes();
            String statement = "SELECT '" + "x".repeat(300) + "'";

            probes.sample(MiddlewareTestBed.ALICE, "risk", statement);
            probes.look(MiddlewareTestBed.BOB, CURVE);
            probes.apart().sample(MiddlewareTestBed.ALICE, "risk", "SELECT 2");

            assertThat(tried(bed))
                    .containsExactly(
                            "bob 10.0.0.2 " + CURVE.place() + ", step curve",
                            "alice 10.0.0.1 source risk, statement " + Sha256.hex(statement) + ": "
                                    + statement.substring(0, 200));
        }
    }

    @Test
    void who_is_refused_again_and_again_waits_and_each_refusal_is_recorded() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            StagingStep guess = new SshFetch(
                            new StepHead.In("curve", 1, new RunPath("curve.csv")), "market", "/curve.csv")
                    .by(Optional.of(new Credential("eve", "sealed")));
            bed.gateway.find("curve", Problem.of(ProblemCode.CREDENTIAL_REFUSED, "host market refuses the login"));
            ProbeDesk probes = bed.middleware.probes();
            for (int i = 0; i < 3; i++) {
                assertThat(probes.look(MiddlewareTestBed.ALICE, guess).problems())
                        .extracting(Problem::message)
                        .containsExactly("host market refuses the login");
            }

            assertThat(probes.look(MiddlewareTestBed.ALICE, guess)
                            .problems()
                            .get(0)
                            .message())
                    .contains("host market has refused 3 logins that user alice tried");
            assertThat(probes.look(MiddlewareTestBed.BOB, guess)
                            .problems()
                            .get(0)
                            .message())
                    .contains("refuses the login");
            assertThat(bed.gateway.looked()).hasSize(4);
            assertThat(tried(bed)).hasSize(4).allMatch(line -> line.endsWith("host market, step curve, login refused"));
        }
    }

    private static List<String> tried(MiddlewareTestBed bed) {
        return bed
                .middleware
                .ledger()
                .newest(
                        new OperationFilter(
                                Optional.empty(),
                                Optional.of(Kind.TRIED.name()),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        0,
                        10)
                .stream()
                .map(row -> row.by() + " " + row.from() + " " + row.text())
                .toList();
    }

    @Test
    void a_place_that_is_not_granted_is_not_asked() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            Grants other = Grants.of(List.of("source:other"));
            bed.middleware
                    .accounts()
                    .put(new Account(MiddlewareTestBed.ALICE.user(), "hash", Set.of(Role.USER), other));

            assertThat(refusal(() -> sample(bed, MiddlewareTestBed.ALICE)).code())
                    .isEqualTo(ProblemCode.NOT_GRANTED);
            assertThat(bed.middleware
                            .probes()
                            .look(MiddlewareTestBed.ALICE, CURVE)
                            .problems())
                    .extracting(Problem::code)
                    .containsExactly(ProblemCode.NOT_GRANTED);
            assertThat(bed.gateway.looked()).isEmpty();
            // A refused call does not use up the turn of its user, so the next call is answered at once.
            assertThat(refusal(() -> sample(bed, MiddlewareTestBed.ALICE)).code())
                    .isEqualTo(ProblemCode.NOT_GRANTED);
        }
    }

    @Test
    void what_the_place_says_against_the_statement_comes_as_it_is() {
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            Problem wrong = Problem.of(ProblemCode.STATEMENT_REFUSED, "source risk refuses the statement");
            bed.gateway.fail("risk", wrong);

            assertThat(refusal(() -> sample(bed, MiddlewareTestBed.ALICE))).isEqualTo(wrong);
            assertThat(refusal(() -> bed.middleware.probes().sample(MiddlewareTestBed.ALICE, "risk", " \n"))
                            .code())
                    .isEqualTo(ProblemCode.STATEMENT_REFUSED);
        }
    }

    /** The turn ends with the look, which may be a moment after its answer. */
    private static void awaitTurn(MiddlewareTestBed bed) {
        boolean busy = true;
        while (busy) {
            try {
                sample(bed, MiddlewareTestBed.ALICE);
                busy = false;
            } catch (ProblemException e) {
                assertThat(e.problem().code()).isEqualTo(ProblemCode.PLAN_BUSY);
            }
        }
    }
}
