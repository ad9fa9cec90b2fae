package dev.slipway.web.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class CsvRowsTest {

    @Test
    void cells_are_freed_of_quotes_and_of_blanks_around_them() throws IOException {
        assertThat(all("\uFEFF\"a\", b ,\"c \"\"d\"\", e\",\"\",\r\n"))
                .containsExactly(List.of("a", "b", "c \"d\", e", "", ""));
    }

    @Test
    void a_quote_that_is_broken_spoils_no_other_row() throws IOException {
        assertThat(all("a\n\"b\"c,d\ne\"f\"\ng,\"h"))
                .containsExactly(List.of("a"), List.of("bc", "d"), List.of("e\"f\""), List.of("g", "h"));
    }

    @Test
    void rows_know_the_line_on_which_they_begin() throws IOException {
        CsvRows rows = of("a\n\n\"1\n2\"\n3", CsvRows.BYTES);
        List<Long> lines = new ArrayList<>();
        List<Boolean> blank = new ArrayList<>();
        for (Optional<List<String>> row = rows.next(); row.isPresent(); row = rows.next()) {
            lines.add(rows.line());
            blank.add(CsvRows.isBlank(row.get()));
        }

        assertThat(lines).containsExactly(1L, 2L, 3L, 5L);
        assertThat(blank).containsExactly(false, true, false, false);
    }

    @Test
    void nothing_is_read_behind_a_row_that_is_too_long() throws IOException {
        for (String open : List.of("x,", "\"x\n")) {
            CsvRows rows = of("a\n" + open + "x".repeat(CsvRows.ROW * 2) + "\nb\n", CsvRows.BYTES);
            rows.next();
            List<String> row = rows.next().orElseThrow();

            assertThat(row).isEmpty();
            assertThatThrownBy(() -> CsvRows.checkWidth(row, 1, rows.line(), ""))
                    .hasMessage("line 2 is too long to be a row");
            assertThat(rows.next()).isEmpty();
            assertThat(rows.cut()).isTrue();
        }
    }

    @Test
    void the_longest_row_is_read_whole_wherever_it_begins() throws IOException {
        for (int before : new int[] {0, 1, 5_000, 8_191, 8_192}) {
            String longest = "x".repeat(CsvRows.ROW - 1);

            assertThat(all("a".repeat(before) + "\n" + longest + "\nb\n"))
                    .containsExactly(List.of("a".repeat(before)), List.of(longest), List.of("b"));
        }
    }

    @Test
    void a_file_that_ends_at_the_limit_is_not_cut() throws IOException {
        CsvRows whole = of("a\nb", 3);
        CsvRows cut = of("a\nbc", 3);

        assertThat(List.of(whole.next(), whole.next(), whole.next()))
                .containsExactly(Optional.of(List.of("a")), Optional.of(List.of("b")), Optional.empty());
        assertThat(whole.cut()).isFalse();
        assertThat(List.of(cut.next(), cut.next())).containsExactly(Optional.of(List.of("a")), Optional.empty());
        assertThat(cut.cut()).isTrue();
    }

    @Test
    void a_file_that_is_damaged_is_told_from_a_place_that_is_away() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            String row = IntStream.range(0, 10_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
            out.write(row.getBytes(StandardCharsets.UTF_8));
        }
        byte[] half = Arrays.copyOf(packed.toByteArray(), packed.size() / 2);

        CsvRows rows = new CsvRows(new ByteArrayInputStream(half), CsvRows.BYTES);

        assertThatThrownBy(rows::next).isInstanceOf(EOFException.class);
    }

    private static List<List<String>> all(String text) throws IOException {
        List<List<String>> all = new ArrayList<>();
        CsvRows rows = of(text, CsvRows.BYTES);
        for (Optional<List<String>> row = rows.next(); row.isPresent(); row = rows.next()) {
            all.add(row.get());
        }
        return all;
    }

    private static CsvRows of(String text, long most) throws IOException {
        return new CsvRows(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), most);
    }
}
