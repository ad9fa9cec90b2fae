package dev.slipway.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that every kind of stage-in with a named place must pass. */
public abstract class PlacedContract extends StageInContract {

    /** Returns the name of the place in documents. */
    protected String place() {
        return "market-data";
    }

    /** Makes a step as {@link #step} does, from the given place. */
    protected abstract StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression);

    @Override
    protected final StagingStep step(RunPath file, CreationFlag creation, Compression compression) {
        return stepAt(place(), file, creation, compression);
    }

    private StagingStep elsewhere() {
        return stepAt("nowhere", new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE);
    }

    @Test
    void a_place_that_the_operator_has_not_named_is_unknown_and_others_are_not_told() throws Exception {
        Problem problem = bed.problemOf(elsewhere());

        assertThat(problem.code()).isEqualTo(ProblemCode.SOURCE_UNKNOWN);
        assertThat(problem.message()).contains("nowhere").doesNotContain(place());
        assertThat(problem.detail()).isEmpty();
        assertThat(left()).isEmpty();
    }

    @Test
    void the_known_places_are_told_to_those_who_may_name_them() {
        Place known = step(new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE)
                .place();
        Place unknown = elsewhere().place();

        assertThat(bed.gateway.unknown(known, place -> false)).isEmpty();
        assertThat(bed.gateway.unknown(unknown, known::equals).map(Problem::detail))
                .hasValueSatisfying(
                        detail -> assertThat(detail).startsWith("known ").endsWith(": " + place()));
        assertThat(bed.gateway.unknown(unknown, place -> false).map(Problem::detail))
                .hasValueSatisfying(detail -> assertThat(detail).doesNotContain(place()));
    }

    @Test
    void a_place_that_is_there_passes_the_probe() throws Exception {
        Place place = step(new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE)
                .place();

        assertThat(bed.gateway.probe(place)).isEqualTo(Optional.empty());
    }
}
