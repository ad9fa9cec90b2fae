package dev.slipway.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import org.junit.jupiter.api.Test;

/** Tests that every kind of stage-in over a network must pass. */
public abstract class NetworkContract extends PlacedContract {

    /**
     * Returns a gateway with the usual place behind a line that breaks after {@code bytes}; later connections get no
     * answer.
     */
    protected abstract GatewayTestBed breaking(long bytes) throws Exception;

    @Test
    void a_place_that_vanishes_midway_is_an_outage_and_leaves_nothing_under_a_name() throws Exception {
        bed.close();
        bed = breaking(content().length() / 2);
        var step = step(new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE);

        Problem problem = bed.problemOf(step);

        assertThat(problem.code().kind()).as(problem.toString()).isEqualTo(ProblemKind.OUTAGE);
        assertThat(problem.message()).contains(place());
        assertThat(left())
                .as("what has come may wait for the next try")
                .allMatch(name -> name.startsWith(".slipway-part-"));
        assertThat(bed.gateway.probe(step.place()).map(Problem::code)).contains(problem.code());
    }
}
