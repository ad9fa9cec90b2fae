package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {

    private static List<CsvRow> read(byte[] csv) throws IOException {
        List<CsvRow> rows = new ArrayList<>();
        CsvReader reader = new CsvReader(new ByteArrayInputStream(csv));
        for (CsvRow row = reader.next(); row != null; row = reader.next()) {
            rows.add(row);
        }
        return rows;
    }

    private static List<CsvRow> read(String csv) throws IOException {
        return read(csv.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void an_unquoted_empty_field_is_null_and_a_quoted_one_is_empty() throws IOException {
        assertThat(read("a,b,c\n,\"\",x\n")).element(1).isEqualTo(new CsvRow(2, Arrays.asList(null, "", "x")));
        assertThat(read("a\n\n\"\"\n"))
                .containsExactly(
                        new CsvRow(1, List.of("a")),
                        new CsvRow(2, Arrays.asList((String) null)),
                        new CsvRow(3, List.of("")));
    }

    @Test
    void rows_know_the_line_they_begin_on() throws IOException {
        assertThat(read("a\r\n\"1\n2\n3\"\n4"))
                .containsExactly(
                        new CsvRow(1, List.of("a")), new CsvRow(2, List.of("1\n2\n3")), new CsvRow(5, List.of("4")));
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_first_column() throws IOException {
        assertThat(read("\uFEFFa,b\n").get(0).values()).containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n\"open\n", "a\nx\"y\n", "a\n\"x\"y\n", "a\nx\ry\n", "a\nx\0y\n"})
    void refuses_what_no_writer_writes(String csv) {
        assertThatThrownBy(() -> read(csv))
                .isInstanceOf(CsvFormatException.class)
                .hasMessageStartingWith("line 2");
    }

    @Test
    void refuses_bytes_that_are_not_utf_8() {
        assertThatThrownBy(() -> read(new byte[] {'a', '\n', (byte) 0xff, '\n'}))
                .isInstanceOf(CsvFormatException.class)
                .hasMessage("line 2: bytes that are not UTF-8");
        assertThatThrownBy(() -> read(new byte[] {'a', (byte) 0xc3})).hasMessage("line 1: bytes that are not UTF-8");
    }

    @Test
    void a_row_without_end_is_refused_before_it_fills_the_memory() {
        byte[] endless = new byte[17 * 1024 * 1024];
        Arrays.fill(endless, (byte) 'x');

        assertThatThrownBy(() -> read(endless)).isInstanceOfSatisfying(LongRowException.class, e -> {
            Problem problem = FileProblems.reading(new RunPath("a.csv"), e).problem();
            assertThat(problem.code()).isEqualTo(ProblemCode.STEP_MEMORY);
            assertThat(problem.message()).startsWith("a row of a.csv is longer");
            assertThat(problem.detail()).startsWith("line 1: a row of more than 16777216 characters begins");
        });
    }

    @Test
    void refuses_a_row_of_endless_empty_fields() {
        byte[] commas = new byte[20 * 1024 * 1024];
        Arrays.fill(commas, (byte) ',');

        assertThatThrownBy(() -> read(commas)).isInstanceOf(LongRowException.class);
    }

    @Property(tries = 20)
    void a_value_of_any_length_is_written_as_it_is(@ForAll("odd_row") List<String> row) throws IOException {
        List<String> longer = row.stream()
                .map(text -> text == null ? null : text.repeat(3_001))
                .toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new CsvWriter(out).row(longer);

        ByteArrayOutputStream same = new ByteArrayOutputStream();
        CsvWriter bytes = new CsvWriter(same);
        bytes.begin(longer.size());
        for (String text : longer) {
            bytes.utf8(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(bytes.end()).isEqualTo(same.size());
        assertThat(same.toByteArray()).isEqualTo(out.toByteArray());
        assertThat(read(same.toByteArray())).extracting(CsvRow::values).containsExactly(longer);
    }

    @Provide
    Arbitrary<List<String>> odd_row() {
        return Arbitraries.strings()
                .withChars("ab ,\"\n\r\\.éλ;'")
                .ofMaxLength(6)
                .injectNull(0.2)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    @Property
    void what_is_written_is_read_back(@ForAll("odd_row") List<String> row) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long bytes = new CsvWriter(out).row(row);

        assertThat((long) out.size()).isEqualTo(bytes);
        assertThat(read(out.toByteArray())).extracting(CsvRow::values).containsExactly(row);
    }
}
