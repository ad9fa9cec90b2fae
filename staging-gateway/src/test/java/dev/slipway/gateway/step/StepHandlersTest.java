package dev.slipway.gateway.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.request.StepKinds;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a kind of step is one record and one handler, by kinds of steps of the test's own. */
class StepHandlersTest {
    private static final RunPath FILE = new RunPath("data.csv");
    private static final StepReport REPORT = new StepReport(1, 2, List.of());
    private static final StepLook LOOK = StepLook.of(Problem.of(ProblemCode.FILE_MISSING, "no tape"));

    private record TapeFetch(StepHead.In head, String tape) implements StagingStep {
        @Override
        public Place place() {
            return new Place.Own();
        }
    }

    private record TapeStore(StepHead.Out head, String tape) implements StagingStep {
        @Override
        public Place place() {
            return new Place.Own();
        }
    }

    private static final TapeFetch FETCH = new TapeFetch(new StepHead.In("fetch", 1, FILE), "A0001");
    private static final TapeStore STORE = new TapeStore(new StepHead.Out("store", 1, FILE, false), "A0002");

    private static final class TapeFetchStep implements StepHandler<TapeFetch> {
        @Override
        public Class<TapeFetch> type() {
            return TapeFetch.class;
        }

        @Override
        public List<KillPoint> killPoints() {
            return List.of(new KillPoint("tape", "wound"));
        }

        @Override
        public StepReport move(TapeFetch step, StepContext context, Cancellation cancellation) {
            assertThat(step.tape()).isEqualTo("A0001");
            return REPORT;
        }

        @Override
        public Optional<Problem> refusal(TapeFetch step) {
            return Optional.of(Problem.of(ProblemCode.STATEMENT_REFUSED, step.tape()));
        }

        @Override
        public StepLook look(TapeFetch step, String owner, Cancellation cancellation) {
            return LOOK;
        }
    }

    private static final class TapeStoreStep implements OutwardStepHandler<TapeStore> {
        @Override
        public Class<TapeStore> type() {
            return TapeStore.class;
        }

        @Override
        public List<KillPoint> killPoints() {
            return List.of(new KillPoint("tape", "written"));
        }

        @Override
        public StepReport move(TapeStore step, StepContext context, Cancellation cancellation) {
            return REPORT;
        }

        @Override
        public Optional<StepReport> settle(TapeStore step, StepContext context, Cancellation cancellation) {
            return Optional.of(REPORT);
        }
    }

    private final StepHandlers handlers = new StepHandlers(List.of(new TapeFetchStep(), new TapeStoreStep()));
    private final Cancellation cancellation = new Cancellation();

    @Test
    void a_new_kind_of_step_is_done_and_described_by_its_one_handler() throws Exception {
        assertThat(handlers.move(FETCH, null, cancellation)).isEqualTo(REPORT);
        assertThat(handlers.look(FETCH, "ann", cancellation)).isEqualTo(LOOK);
        assertThat(handlers.refusal(FETCH)).map(Problem::code).contains(ProblemCode.STATEMENT_REFUSED);
        assertThat(handlers.effects())
                .flatExtracting(effect -> effect.killPoints())
                .containsExactly(new KillPoint("tape", "wound"), new KillPoint("tape", "written"));
    }

    @Test
    void only_a_handler_of_an_outward_step_settles() throws Exception {
        assertThat(handlers.settle(STORE, null, cancellation)).contains(REPORT);
        assertThat(handlers.look(STORE, "ann", cancellation)).isEqualTo(StepLook.NOTHING);
        assertThat(handlers.refusal(STORE)).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> handlers.settle(FETCH, null, cancellation))
                .withMessage("no class settles a TapeFetch");
    }

    @Test
    void a_kind_has_one_handler_and_a_step_without_one_is_named() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StepHandlers(List.of(new TapeFetchStep(), new TapeFetchStep())))
                .withMessage("two classes do a TapeFetch");
        assertThatIllegalStateException()
                .isThrownBy(() -> new StepHandlers(List.of()).refusal(FETCH))
                .withMessage("no class does a TapeFetch");
    }

    @Test
    void the_gateway_has_a_handler_for_each_kind_of_step(@TempDir Path folder) throws Exception {
        try (GatewayTestBed bed = GatewayTestBed.on(List.of(), List.of(), folder, GatewayLimits.STANDARD)) {
            assertThat(bed.gateway.effects())
                    .extracting(effect -> (Object) ((StepHandler<?>) effect).type())
                    .containsExactlyInAnyOrderElementsOf(StepKinds.byName().values());
        }
    }
}
