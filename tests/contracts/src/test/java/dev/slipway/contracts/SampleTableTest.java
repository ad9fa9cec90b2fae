package dev.slipway.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the program that writes SAMPLES.md, and the claims of SAMPLES.md. */
class SampleTableTest {
    @TempDir
    Path folder;

    @Test
    void every_schema_valid_document_is_read_and_most_of_the_others() throws IOException {
        List<String[]> rows = Files.readAllLines(Path.of("SAMPLES.md")).stream()
                .filter(line -> line.matches("\\| [a-z0-9]+/.*"))
                .map(line -> line.split(" \\| "))
                .toList();
        List<String[]> valid =
                rows.stream().filter(row -> row[1].equals("valid")).toList();
        List<String[]> invalid =
                rows.stream().filter(row -> row[1].equals("INVALID")).toList();

        assertThat(rows).hasSize(84);
        assertThat(valid).isNotEmpty().allMatch(row -> row[2].startsWith("read"));
        assertThat(invalid.stream().filter(row -> row[2].startsWith("read")).count())
                .isGreaterThanOrEqualTo(invalid.size() * 6 / 10);
        assertThat(rows).allMatch(row -> row[2].equals("refused") == row[3].matches("document\\.(invalid|malformed)"));
    }

    @Test
    void every_document_that_is_read_to_jobs_is_converted_to_valid_documents() throws IOException {
        List<String[]> rows = Files.readAllLines(Path.of("SAMPLES.md")).stream()
                .filter(line -> line.matches("\\| [a-z0-9]+/.*"))
                .map(line -> line.split(" \\| "))
                .toList();

        assertThat(rows).allMatch(row -> row[4].equals(row[2].matches("read|read, \\d+ jobs") ? "valid" : "-"));
        assertThat(rows).filteredOn(row -> row[4].equals("valid")).hasSizeGreaterThan(5);
    }

    @Test
    void tells_of_each_file_its_outcome_and_why() throws IOException {
        Files.copy(Path.of("documents/read/sweep-nested.xml"), folder.resolve("sweep.xml"));
        Files.copy(Path.of("documents/not-offered/nothing-to-run.xml"), folder.resolve("none.xml"));
        Files.writeString(folder.resolve("bad.xml"), "<a|b>");
        Files.writeString(
                folder.resolve("INDEX.tsv"), "file\tsays\nsweep.xml\tvalid\nnone.xml\tvalid\nbad.xml\tBROKEN\n");
        Path head = Files.writeString(folder.resolve("head.md"), "# Head\n\n");
        Path table = folder.resolve("table.md");
        SampleTable.main(new String[] {folder.toString(), head.toString(), table.toString()});

        assertThat(Files.readString(table))
                .startsWith("# Head\n\n| by the schemas |")
                .contains("| valid | 2 | 2 | 1 | 0 |\n", "| BROKEN | 1 | 0 | 0 | 1 |\n")
                .contains("| sweep.xml | valid | read, 4 jobs | - | valid |  |\n")
                .contains("| none.xml | valid | read, not offered | document.not-offered | -"
                        + " | a job without a program (no")
                .contains(
                        "| bad.xml | BROKEN | refused | document.malformed | - | the document is not well-formed XML");
    }
}
