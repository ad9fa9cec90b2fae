package dev.slipway.web.results;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.ResultEntry;
import dev.slipway.request.Axes;
import dev.slipway.request.ResultFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class CsvTableTest {

    @Test
    void the_first_rows_are_shown_with_what_they_lack_empty() throws IOException {
        CsvTable table = read("\uFEFFid,value,note\n1,2.5,\"a, b\"\n2,-1e3\n").orElseThrow();

        assertThat(table.columns())
                .containsExactly(
                        new CsvTable.Column("id", true),
                        new CsvTable.Column("value", true),
                        new CsvTable.Column("note", false));
        assertThat(table.rows()).containsExactly(List.of("1", "2.5", "a, b"), List.of("2", "-1e3", ""));
        assertThat(table.more()).isFalse();
        assertThat(table.wide()).isZero();
    }

    @Test
    void a_formula_is_a_text_like_any_other() throws IOException {
        assertThat(read("x\n=HYPERLINK(\"\"a\"\")\n").orElseThrow().rows())
                .containsExactly(List.of("=HYPERLINK(\"\"a\"\")"));
    }

    @Test
    void long_and_wide_files_are_cut() throws IOException {
        String wide = String.join(",", Collections.nCopies(20, "c")) + "\n";
        CsvTable table = read(wide.repeat(30)).orElseThrow();

        assertThat(table.rows()).hasSize(10);
        assertThat(table.more()).isTrue();
        assertThat(table.columns()).hasSize(12);
        assertThat(table.wide()).isEqualTo(8);
        assertThat(read("x\n" + "y".repeat(3000) + "\n")
                        .orElseThrow()
                        .rows()
                        .get(0)
                        .get(0))
                .hasSize(81);
    }

    @Test
    void only_the_beginning_is_read_however_long_a_line_is() throws IOException {
        byte[] text = ("a\n1\n" + "x".repeat(8 << 20)).getBytes(StandardCharsets.UTF_8);
        ByteArrayInputStream file = new ByteArrayInputStream(text);

        CsvTable table = CsvTable.read(file).orElseThrow();

        assertThat(table.rows()).containsExactly(List.of("1"));
        assertThat(table.more()).isTrue();
        assertThat(file.available()).isGreaterThan(6 << 20);
    }

    @Test
    void a_compressed_file_is_read_too_and_an_empty_one_has_no_table() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write("a\n1\n".getBytes(StandardCharsets.UTF_8));
        }

        assertThat(CsvTable.read(new ByteArrayInputStream(bytes.toByteArray()))
                        .orElseThrow()
                        .rows())
                .containsExactly(List.of("1"));
        assertThat(read("")).isEmpty();
    }

    @Test
    void only_csv_is_a_table() {
        assertThat(List.of("a.csv", "A.CSV", "a.csv.gz", "a.csv.bgz")).allMatch(name -> CsvTable.fits(entry(name)));
        assertThat(List.of("a.txt", "a.gz", "csv")).noneMatch(name -> CsvTable.fits(entry(name)));
    }

    private static ResultEntry entry(String fileName) {
        return new ResultEntry("result", ResultFile.Role.FILE, fileName, 1, "00", Axes.NONE);
    }

    private static Optional<CsvTable> read(String text) throws IOException {
        InputStream file = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return CsvTable.read(file);
    }
}
