package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.web.results.RiskFigures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JobPartsTest {
    @Test
    void figures_of_desks_over_different_horizons_are_told_apart() throws IOException {
        String header = "desk,measure,confidence,value,horizon_days\n";
        RiskFigures morning = read(header + ",var_mean,0.99,300,10\n,var_mean,0.99,700,60\n,today_value,,5,\n"
                + "Rates,var_mean,0.99,200,10\nRates,var_mean,0.99,500,60\n");

        assertThat(JobParts.figures(morning).desks())
                .extracting(measure ->
                        measure.horizon() + " " + measure.figures().get(0).value())
                .containsExactly("10 200.00", "60 500.00");
    }

    private static RiskFigures read(String csv) throws IOException {
        return RiskFigures.read(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));
    }
}
