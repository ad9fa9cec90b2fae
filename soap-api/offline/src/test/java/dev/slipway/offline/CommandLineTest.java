package dev.slipway.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the three verbs as the launch script calls them: in a process, without profile and service. */
class CommandLineTest {
    private static final String JOB = """
            <JobDefinition xmlns="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                xmlns:p="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix"><JobDescription>
            <Application><p:POSIXApplication><p:Executable>report</p:Executable>
                %s</p:POSIXApplication></Application>
            </JobDescription>%s</JobDefinition>
            """;
    private static final String SWEEP = """
            <s:Sweep xmlns:s="http://schemas.ogf.org/jsdl/2009/03/sweep"
                xmlns:f="http://schemas.ogf.org/jsdl/2009/03/sweep/functions"><s:Assignment>
            <s:DocumentNode><s:Match>//p:Argument</s:Match></s:DocumentNode>
            <f:LoopInteger start="1" end="12"/></s:Assignment></s:Sweep>
            """;

    @TempDir
    Path folder;

    private String out;
    private String err;

    private int slipway(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.slipway.toolkit.Slipway"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("SLIPWAY_PROFILE", folder.resolve("none").toString());
        Path outFile = folder.resolve("out");
        Path errFile = folder.resolve("err");
        Process process = builder.redirectOutput(outFile.toFile())
                .redirectError(errFile.toFile())
                .start();
        int status = process.waitFor();
        out = Files.readString(outFile, StandardCharsets.UTF_8);
        err = Files.readString(errFile, StandardCharsets.UTF_8);
        return status;
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void validate_judges_without_a_service() throws Exception {
        assertThat(slipway("validate", file("good.xml", JOB.formatted("", "")))).isZero();
        assertThat(out).endsWith("good.xml: valid\n");

        String disordered = JOB.formatted("", "").replace("<p:Executable", "<p:Output>o</p:Output><p:Executable");
        assertThat(slipway("validate", file("disordered.xml", disordered))).isZero();
        assertThat(out)
                .contains(": warning: posix:Executable stands after posix:Output")
                .endsWith("disordered.xml: readable (the schemas do not accept line 3)\n");

        String broken = file("broken.xml", JOB.formatted("<p:Modul/>", "") + "<more/>");
        assertThat(slipway("validate", broken)).isEqualTo(10);
        assertThat(out)
                .contains("broken.xml:6:")
                .contains(": error: ", "[document.malformed]")
                .endsWith("broken.xml: not readable\n");

        String wrong = file("wrong.xml", JOB.formatted("<p:Modul/>", ""));
        assertThat(slipway("validate", "--json", wrong)).isEqualTo(10);
        assertThat(out)
                .startsWith("{\"valid\":false,\"readable\":false,\"offered\":false,\"jobs\":0,"
                        + "\"findings\":[{\"code\":\"document.invalid\"");
    }

    @Test
    void validate_tells_what_is_not_offered_and_ends_with_10_when_asked() throws Exception {
        String more = file("more.xml", JOB.formatted("<p:StackSizeLimit>5</p:StackSizeLimit>", ""));

        assertThat(slipway("validate", more)).isZero();
        assertThat(out)
                .contains(
                        "more.xml:4:",
                        ": not offered: posix:StackSizeLimit cannot be done in this version [document.not-offered]\n")
                .endsWith("more.xml: valid, but submit would refuse what is not offered [document.not-offered]\n");
        assertThat(slipway("validate", "--strict", more)).isEqualTo(10);
        assertThat(out).contains("[document.not-offered]");
        assertThat(slipway("convert", more)).isEqualTo(10);
        assertThat(out).isEmpty();
        assertThat(err).contains("[document.not-offered]\n", "more.xml: asks for what is not offered\n");
    }

    @Test
    void convert_writes_one_document_for_each_job_of_a_sweep() throws Exception {
        String sweep = file("sweep.xml", JOB.formatted("<p:Argument>0</p:Argument>", SWEEP));

        assertThat(slipway("validate", sweep)).isZero();
        assertThat(out).endsWith("sweep.xml: valid, a sweep of 12 jobs\n");
        assertThat(slipway("convert", sweep)).isEqualTo(2);
        assertThat(err).contains("is a sweep of 12 jobs", "--each");

        Path each = folder.resolve("jobs/of/it");
        assertThat(slipway("convert", "--each", each.toString(), sweep)).isZero();
        assertThat(each.toFile().list()).hasSize(12).contains("01.xml", "12.xml");
        assertThat(Files.readString(each.resolve("07.xml"))).contains("<posix:Argument>7</posix:Argument>");
        assertThat(slipway("validate", "--strict", each.resolve("12.xml").toString()))
                .isZero();
    }

    @Test
    void convert_writes_over_no_file_that_it_was_not_told_to() throws Exception {
        String sweep = file("sweep.xml", JOB.formatted("<p:Argument>0</p:Argument>", SWEEP));
        Path each = Files.createDirectory(folder.resolve("jobs"));
        Path mine = Files.writeString(each.resolve("07.xml"), "mine");

        assertThat(slipway("convert", "--each", each.toString(), sweep)).isEqualTo(2);
        assertThat(err).contains("07.xml is there already: nothing was written", "--overwrite");
        assertThat(each.toFile().list()).containsExactly("07.xml");
        assertThat(mine).hasContent("mine");

        assertThat(slipway("convert", "--overwrite", "--each", each.toString(), sweep))
                .isZero();
        assertThat(each.toFile().list()).hasSize(12);
        assertThat(mine).content().contains("<posix:Argument>7</posix:Argument>");
        assertThat(slipway("convert", "--each", each.toString(), sweep)).isEqualTo(2);
        assertThat(err).contains("01.xml is there already, with 11 others");
    }

    @Test
    void a_warning_has_the_name_of_no_problem() throws Exception {
        String odd = file(
                "odd.xml",
                JOB.formatted("", "")
                        .replace("<JobDescription>", "<JobDescription>")
                        .replace(
                                "<Application>",
                                "<Application><ApplicationVersion>1</ApplicationVersion>"
                                        + "<ApplicationName>x</ApplicationName>"));

        assertThat(slipway("validate", "--json", odd)).isZero();
        assertThat(out)
                .contains("\"code\":\"document.warning\",\"severity\":\"WARNING\"")
                .doesNotContain("document.invalid");
    }

    @Test
    void format_changes_the_layout_only_and_once() throws Exception {
        String job = file("job.xml", JOB.formatted("<p:Argument> a  b </p:Argument><!-- why -->", ""));

        assertThat(slipway("format", "--check", job)).isEqualTo(4);
        assertThat(slipway("format", job)).isZero();
        assertThat(out).contains("        <p:Argument> a  b </p:Argument>\n        <!-- why -->\n");
        String laidOut = out;
        assertThat(slipway("format", "--write", job)).isZero();
        assertThat(Files.readString(Path.of(job))).isEqualTo(laidOut);
        assertThat(slipway("format", "--check", job)).isZero();
    }

    @Test
    void a_document_that_is_not_there_is_a_wrong_call() throws Exception {
        assertThat(slipway("convert", folder.resolve("none.xml").toString())).isEqualTo(2);
        assertThat(err).contains("cannot read ", "none.xml: there is no such file");
    }
}
