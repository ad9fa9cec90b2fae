package dev.slipway.document.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests errors that only the steps of a document together can have. */
class StagingOrderTest {
    @Test
    void a_file_in_the_place_of_a_packed_files_index_is_a_conflict() {
        String packed = "<DataStaging><FileName>a.gz</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<sw:Inline compression='bgzf'>x</sw:Inline></Source></DataStaging>";
        String index = "<DataStaging><FileName>a.gz.gzi</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<sw:Inline orderGroup='2'>x</sw:Inline></Source></DataStaging>";

        assertThat(errors("out.txt", packed + index))
                .singleElement()
                .asString()
                .contains("a.gz.gzi", "the index of its packed file");
        assertThat(errors("out.txt", packed.replace(" compression='bgzf'", "") + index))
                .isEmpty();
    }

    @Test
    void an_output_that_would_be_a_file_and_a_folder_is_a_conflict() {
        String file = "<DataStaging><FileName>in/a.csv</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<sw:Inline>x</sw:Inline></Source></DataStaging>";

        assertThat(errors("in", file)).singleElement().asString().contains("cannot write in: one name would be a file");
        assertThat(errors("in/a.csv/out", file)).hasSize(1);
        assertThat(errors("in/out", file)).isEmpty();
        assertThat(errors("in/a.csv", file)).isEmpty();
    }

    private static List<String> errors(String output, String stagings) {
        String document = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX + "' xmlns:sw='"
                + Names.SW
                + "'><JobDescription><Application><p:POSIXApplication><p:Executable>x</p:Executable><p:Output>" + output
                + "</p:Output></p:POSIXApplication></Application>" + stagings + "</JobDescription></JobDefinition>";
        return new JobDocumentReader()
                .read(document.getBytes(StandardCharsets.UTF_8)).problems().stream()
                        .filter(problem -> problem.severity() == DocumentProblem.Severity.ERROR)
                        .map(DocumentProblem::message)
                        .toList();
    }

    private static List<String> told(String stagings) {
        String text = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX + "' xmlns:sw='" + Names.SW
                + "'><JobDescription><Application><p:POSIXApplication><p:Executable>x</p:Executable>"
                + "</p:POSIXApplication></Application>" + stagings + "</JobDescription></JobDefinition>";
        return new JobDocumentReader()
                .read(text.getBytes(StandardCharsets.UTF_8)).problems().stream()
                        .map(DocumentProblem::entry)
                        .toList();
    }

    private static String inline(String file, int group) {
        return "<DataStaging><FileName>" + file + "</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<sw:Inline orderGroup='" + group + "'>x</sw:Inline></Source></DataStaging>";
    }

    private static String folder(String file, int group) {
        return "<DataStaging><FileName>" + file + "</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<URI>sftp://md1/in</URI></Source><sw:Ssh match='*' orderGroup='" + group + "'/></DataStaging>";
    }

    @Test
    void a_file_where_another_step_needs_a_folder_is_told_with_both_steps() {
        String told =
                "step a/b.csv writes the file a/b.csv, and step a writes the file a, which cannot be a folder too";

        assertThat(told(inline("a", 1) + inline("a/b.csv", 2)))
                .singleElement()
                .asString()
                .contains(told);
        assertThat(told(inline("a/b.csv", 1) + inline("a", 2)))
                .singleElement()
                .asString()
                .contains(told);
        for (int group = 1; group < 3; group++) {
            assertThat(told(folder("a", group) + inline("a", 2)))
                    .singleElement()
                    .asString()
                    .contains("writes the files of folder a, and step a#2 writes the file a, which cannot be");
        }
        assertThat(told(folder("a", 1) + folder("a", 2) + folder("a/c", 2) + inline("a/b.csv", 2)))
                .isEmpty();
    }

    @Test
    void a_step_with_an_error_still_writes_its_file() {
        String first = "<DataStaging><FileName>a</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<sw:SqlExtract orderGroup='1'><sw:Statement>s</sw:Statement></sw:SqlExtract></Source></DataStaging>";
        String second = "<DataStaging><FileName>b</FileName><CreationFlag>overwrite</CreationFlag><Source>"
                + "<sw:SqlExtract source='risk' orderGroup='2'><sw:Statement>s ?</sw:Statement>"
                + "<sw:ParameterRows file='%s'/></sw:SqlExtract></Source></DataStaging>";

        assertThat(told(first + second.formatted("a")))
                .singleElement()
                .asString()
                .contains("attribute source of sw:SqlExtract is missing or empty")
                .endsWith("Write the operator's name of a database.");
        assertThat(told(first + second.formatted("c")))
                .hasSize(2)
                .anyMatch(line -> line.contains("no step with an orderGroup below 2 writes c"));
        assertThat(told(first.replace("<FileName>a", "<FileName>/etc/a") + second.formatted("a")))
                .noneMatch(line -> line.contains("no step"));
    }

    private static String extract(String name, String file, String flag, String rows) {
        return "<DataStaging name='" + name + "'><FileName>" + file + "</FileName><CreationFlag>" + flag
                + "</CreationFlag><Source><sw:SqlExtract source='risk' orderGroup='2'><sw:Statement>s ?</sw:Statement>"
                + "<sw:ParameterRows file='" + rows + "'/></sw:SqlExtract></Source></DataStaging>";
    }

    private static String query(String name, String file, String rows) {
        return "<DataStaging name='" + name + "'><FileName>" + file + "</FileName><CreationFlag>overwrite"
                + "</CreationFlag><Source><sw:ServiceQuery site='s' path='x?a=?' orderGroup='2'>"
                + "<sw:ParameterRows file='" + rows + "'/><sw:AnswerColumn name='n'/></sw:ServiceQuery></Source>"
                + "</DataStaging>";
    }

    @Test
    void a_step_that_reads_the_file_it_writes_is_told() {
        for (String flag : List.of("overwrite", "append")) {
            assertThat(told(inline("a", 1) + extract("again", "a", flag, "a")))
                    .singleElement()
                    .asString()
                    .contains("step again writes the file a that it reads itself");
        }
        assertThat(told(inline("a", 1) + query("again", "a", "a")))
                .singleElement()
                .asString()
                .contains("step again writes the file a that it reads itself");
        assertThat(told(extract("again", "a", "overwrite", "a"))).hasSize(1);
        assertThat(told(inline("a", 1)
                        + inline("b", 1)
                        + extract("more", "b", "append", "a")
                        + query("asks", "c", "a")))
                .isEmpty();
    }
}
