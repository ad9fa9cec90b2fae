package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipway.web.results.CsvRows;
import dev.slipway.web.results.PnlColumn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class PnlBinsTest {

    @Test
    void counts_every_value_once_and_the_highest_in_the_last_bin() throws IOException {
        PnlBins bins = of("scenario,pnl\n0,-30\n1,0\n2,0.5\n3,30\n").orElseThrow();

        assertThat(Arrays.stream(bins.counts()).sum()).isEqualTo(4);
        assertThat(bins.counts()[0]).isEqualTo(1);
        assertThat(bins.counts()[PnlBins.BINS - 1]).isEqualTo(1);
        assertThat(bins.counts()[30]).isEqualTo(2);
        assertThat(bins.mean()).isCloseTo(0.125, within(1e-12));
    }

    @Test
    void counts_rows_without_a_usable_number_and_leaves_them_out() throws IOException {
        String hostile = "scenario,pnl\n0,1\n1,NaN\n2,Infinity\n3,-Infinity\n4,1e308\n5,=1+1\n6\n7,\n8,\"2\"\n9,"
                + "9".repeat(10_000) + "\n10,3";

        PnlBins bins = of(hostile).orElseThrow();

        assertThat(bins.rows()).isEqualTo(new PnlColumn.Count(3, 8, false, "", false));
        assertThat(bins.low()).isEqualTo(1);
        assertThat(bins.high()).isEqualTo(3);
    }

    @Test
    void equal_values_get_bins_with_a_width() throws IOException {
        for (String value : new String[] {"0", "5", "-1e15", "1e-30"}) {
            PnlBins bins = of("pnl\n" + value + "\n" + value + "\n").orElseThrow();
            assertThat(bins.high()).isGreaterThan(bins.low());
            assertThat(Arrays.stream(bins.counts()).sum()).isEqualTo(2);
        }
    }

    @Test
    void stops_at_the_limit_of_an_endless_file() throws IOException {
        Optional<PnlBins> bins = PnlBins.of(
                () -> new SequenceInputStream(stream("pnl\n"), new EndlessRows()),
                new PnlColumn.Limit(10_000, CsvRows.BYTES));

        assertThat(bins.orElseThrow().rows()).isEqualTo(new PnlColumn.Count(10_000, 0, true, "", false));
    }

    @Test
    void stops_where_the_text_unpacked_is_too_much_and_takes_no_half_number() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(file)) {
            out.write("pnl\n10\n20\n3000\n40\n".getBytes(StandardCharsets.UTF_8));
        }

        PnlBins cut = PnlBins.of(() -> new ByteArrayInputStream(file.toByteArray()), new PnlColumn.Limit(100, 12))
                .orElseThrow();
        PnlBins whole = PnlBins.of(() -> new ByteArrayInputStream(file.toByteArray()), new PnlColumn.Limit(100, 18))
                .orElseThrow();

        assertThat(cut.rows()).isEqualTo(new PnlColumn.Count(2, 0, true, "", false));
        assertThat(cut.high()).isEqualTo(20);
        assertThat(whole.rows()).isEqualTo(new PnlColumn.Count(4, 0, false, "", false));
    }

    @Test
    void rows_over_another_horizon_than_the_first_are_passed_over() throws IOException {
        PnlBins several = of("scenario,pnl,horizon_days\n0,1,10\n0,-50,60\n1,3,10\n1,x,10\n2,7\n1,90,60\n")
                .orElseThrow();
        PnlBins one = of("scenario,pnl,horizon_days\n0,1,10\n1,3,10\n").orElseThrow();

        assertThat(several.rows()).isEqualTo(new PnlColumn.Count(2, 2, false, "10", true));
        assertThat(several.low()).isEqualTo(1);
        assertThat(several.high()).isEqualTo(3);
        assertThat(one.rows()).isEqualTo(new PnlColumn.Count(2, 0, false, "10", false));
    }

    @Test
    void rows_that_are_passed_over_count_for_the_limit() throws IOException {
        PnlBins bins = PnlBins.of(
                        () -> stream("pnl,horizon_days\n1,1\n2,10\n3,10\n4,1\n"), new PnlColumn.Limit(3, CsvRows.BYTES))
                .orElseThrow();

        assertThat(bins.rows()).isEqualTo(new PnlColumn.Count(1, 0, true, "1", true));
    }

    @Test
    void an_endless_line_is_not_read_beyond_the_limit() throws IOException {
        Optional<PnlBins> bins = PnlBins.of(
                () -> new SequenceInputStream(stream("pnl\n1\n"), new EndlessLine()), new PnlColumn.Limit(100, 50_000));

        assertThat(bins.orElseThrow().rows()).isEqualTo(new PnlColumn.Count(1, 0, true, "", false));
    }

    @Test
    void an_endless_line_ends_with_the_file_and_takes_no_memory() throws IOException {
        assertThat(of("pnl\n1\n" + "x".repeat(5_000_000)).orElseThrow().rows().ignored())
                .isEqualTo(1);
    }

    @Test
    void reads_gzip_of_several_members_as_bgzf_is() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (String member : new String[] {"scenario,pnl\n0,1\n1,", "2\n2,4\n"}) {
            try (OutputStream out = new GZIPOutputStream(file)) {
                out.write(member.getBytes(StandardCharsets.UTF_8));
            }
        }

        PnlBins bins = PnlBins.of(() -> new ByteArrayInputStream(file.toByteArray()), PnlColumn.MOST)
                .orElseThrow();

        assertThat(bins.rows().values()).isEqualTo(3);
        assertThat(bins.high()).isEqualTo(4);
    }

    @Test
    void a_file_without_the_column_or_without_values_is_no_distribution() throws IOException {
        assertThat(of("")).isEmpty();
        assertThat(of("scenario,loss\n1,2\n")).isEmpty();
        assertThat(of("scenario,pnl\n1,nothing\n")).isEmpty();
    }

    private static Optional<PnlBins> of(String csv) throws IOException {
        return PnlBins.of(() -> stream(csv), PnlColumn.MOST);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static final class EndlessLine extends InputStream {
        @Override
        public int read() {
            return 'x';
        }
    }

    private static final class EndlessRows extends InputStream {
        private boolean digit;

        @Override
        public int read() {
            digit = !digit;
            return digit ? '7' : '\n';
        }
    }
}
