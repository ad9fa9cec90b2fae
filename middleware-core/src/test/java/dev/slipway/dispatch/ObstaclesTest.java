package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.JobRequests;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.Place;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ObstaclesTest {

    /** Knows one user, and moves nothing. */
    private static final class OneUser implements StagingGateway {
        @Override
        public Optional<Problem> obstacle(StagingStep step, String owner) {
            return owner.equals("ann") || Place.of(step) instanceof Place.Source
                    ? Optional.empty()
                    : Optional.of(Problem.of(ProblemCode.SECRET_INVALID, "sealed for another submitter"));
        }

        @Override
        public StepReport move(StagingStep step, StepContext context) {
            throw new AssertionError("moved " + step);
        }

        @Override
        public Optional<StepReport> settle(StagingStep step, StepContext context) {
            throw new AssertionError("settled " + step);
        }

        @Override
        public Optional<Problem> probe(Place place) {
            throw new AssertionError("probed " + place);
        }
    }

    @Test
    void names_every_step_that_can_never_move_and_asks_for_the_submitter() {
        Obstacles obstacles = new Obstacles(new OneUser());

        assertThatCode(() -> obstacles.require("ann", JobRequests.whole())).doesNotThrowAnyException();
        assertThatThrownBy(() -> obstacles.require("bob", JobRequests.whole()))
                .isInstanceOfSatisfying(ProblemException.class, refusal -> {
                    assertThat(refusal.problem().code()).isEqualTo(ProblemCode.SECRET_INVALID);
                    assertThat(refusal.problem().detail().lines())
                            .containsExactly(
                                    "step curve: sealed for another submitter",
                                    "step log: sealed for another submitter");
                });
    }
}
