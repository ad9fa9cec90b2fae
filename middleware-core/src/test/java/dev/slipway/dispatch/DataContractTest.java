package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobToken;
import dev.slipway.request.DataContract;
import dev.slipway.staging.Expectation;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Follows the contract of a document's data from the request to the staging gateway. */
@Timeout(300)
class DataContractTest {
    @TempDir
    Path folder;

    @Test
    void a_step_s_contract_reaches_the_gateway_with_the_time_of_its_try() throws Exception {
        DataContract contract = new DataContract(
                List.of(new DataContract.Column("tenor", DataContract.Type.TEXT, true)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        try (MiddlewareTestBed bed = new MiddlewareTestBed(folder)) {
            ScriptedGateway.Gate gate = bed.gateway.hold("books");
            JobToken token = bed.submit(JobRequests.request(
                            List.of(JobRequests.fetch("curve", 1), JobRequests.extract("books", 1)), List.of())
                    .under(Map.of("curve", contract)));
            gate.awaitEntered();
            bed.until(token, job -> bed.gateway.moved().contains("curve"));

            assertThat(bed.gateway.expectation("curve")).contains(new Expectation(contract, bed.clock.instant()));
            assertThat(bed.gateway.expectation("books")).isEmpty();
            gate.open();
        }
    }
}
