package dev.slipway.toolkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "50000.0|50,000",
                "1.0E7|10,000,000",
                "54.8|54.8",
                "12345.67|12,345.7",
                "1234567.8|1,234,568",
                "-511201.9|-511,202",
                "0.5|0.5",
                "0.000123|0.000123",
                "0.00001|1.00000e-05",
                "0|0",
                "NaN|NaN",
                "much|much"
            })
    void a_figure_reads_as_people_write_it(String told, String read) {
        assertThat(Figures.figure(told)).isEqualTo(read);
    }
}
