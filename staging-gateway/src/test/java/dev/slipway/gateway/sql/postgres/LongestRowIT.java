package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SqlExtract;
import dev.slipway.servers.PostgresDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a row of more than 100 MB ends its extract and leaves no file. */
class LongestRowIT {
    @TempDir
    private Path folder;

    @Test
    void a_longer_row_is_refused_by_copy_and_from_a_result_set() throws Exception {
        try (GatewayTestBed bed = GatewayTestBed.on(PostgresDatabase.fresh(), folder, GatewayLimits.STANDARD)) {
            bed.write("p.csv", "n\n1\n");
            for (SqlExtract step : List.of(
                    extract("SELECT repeat('x', 100000001) AS a", "long.csv"),
                    extract("SELECT repeat('x', 100000000 + ?::int) AS a /* slipway_ */", "long.csv", rows("p.csv")))) {
                Problem problem = bed.problemOf(step);

                assertThat(problem.code()).isEqualTo(ProblemCode.STATEMENT_REFUSED);
                assertThat(problem.message()).startsWith("a row of the answer has ");
                assertThat(problem.detail()).contains("leave out the long column");
                assertThat(bed.names()).containsExactly("p.csv");
            }
        }
    }
}
