package dev.slipway.document.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.DocumentProblem.Severity;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the findings for an author: all at once, no consequences of other findings, and no password. */
class FindingsTest {
    private static final String PROGRAM =
            "<Application><p:POSIXApplication><p:Executable>x</p:Executable>" + "</p:POSIXApplication></Application>";

    private static ReadDocument read(String draft, String root) {
        String text = "<JobDefinition xmlns='" + draft + "' xmlns:j='" + Names.JSDL + "' xmlns:p='" + Names.POSIX
                + "' xmlns:m='" + Names.SPMD + "' xmlns:h='" + Names.HPCPA + "' xmlns:sw='" + Names.SW + "' xmlns:s='"
                + Names.SWEEP + "' xmlns:f='" + Names.FUNCTIONS + "' xmlns:xsi='" + Names.XSI + "' " + root
                + "</JobDefinition>";
        return new JobDocumentReader().read(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns severity, message and hint of every finding. */
    private static List<String> told(ReadDocument read) {
        return read.problems().stream().map(DocumentProblem::entry).toList();
    }

    private static List<String> told(String body) {
        return told(read(Names.JSDL, "><JobDescription>" + body + "</JobDescription>"));
    }

    private static List<String> toldOfReport(String sections) {
        return told(read(
                Names.REPORT,
                "><JobDescription><Application><BG_MpirunApplication><BG_Mpirun_Exe>x</BG_Mpirun_Exe>"
                        + "</BG_MpirunApplication></Application><Resource><BG_MpirunResource>"
                        + "<BG_Mpirun_Np>2</BG_Mpirun_Np></BG_MpirunResource></Resource>" + sections
                        + "</JobDescription>"));
    }

    private static String staging(String source) {
        return "<DataStaging><FileName>a</FileName><CreationFlag>overwrite</CreationFlag><Source>" + source
                + "</Source></DataStaging>";
    }

    private static List<String> toldOfSpmd(String inside, String resources) {
        return told("<Application><m:SPMDApplication><p:Executable>x</p:Executable>" + inside
                + "<m:SPMDVariation>http://www.ogf.org/jsdl/2007/02/jsdl-spmd/MPI</m:SPMDVariation>"
                + "</m:SPMDApplication></Application><Resources>" + resources + "</Resources>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sftp://loader:S3cret/A@md1/a",
                "sftp://loader:S3cret#A@md1/a",
                "sftp://loader:S3cret?A@md1/a",
                "sftp://loader:53/S3cret@md1/a",
                "sftp://loader:S3cret@md1/a",
                "sftp://loader:S3cret",
                "sftp://S3cret!/a",
                "sftp://S3cret%40md1/a",
                "loader:S3cret@md1:/a",
                "S3cret@md1:/a",
                "sftp://loader:S3 cret@md1/a"
            })
    void no_form_of_a_password_in_a_uri_is_shown(String uri) {
        assertThat(told(PROGRAM + staging("<URI>" + uri + "</URI>")))
                .isNotEmpty()
                .noneMatch(line -> line.contains("S3"));
        assertThat(told(PROGRAM + "<DataStaging><Source><URI>" + uri + "</URI></Source></DataStaging>"))
                .noneMatch(line -> line.contains("S3"));
    }

    @Test
    void a_port_that_is_none_is_taken_for_a_password() {
        assertThat(told(PROGRAM + staging("<URI>sftp://loader:S3cret/A@md1/a</URI>")))
                .singleElement()
                .asString()
                .contains("jsdl:URI holds a password in the clear");
        assertThat(told(PROGRAM + staging("<URI>sftp://md1:22/a</URI>")))
                .singleElement()
                .asString()
                .contains("a port in jsdl:URI cannot");
        assertThat(told(PROGRAM + staging("<URI>sftp://md1/desk@noon/a</URI>"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sftp://md1/../a", "scp://md1/a/..", "sftp://md1/a/%2E%2e/b"})
    void a_path_on_a_host_that_leads_upwards_is_refused(String uri) {
        String end = "<URI>" + uri + "</URI>";
        for (String step : List.of(staging(end), staging(end).replace("Source>", "Target>"))) {
            assertThat(told(PROGRAM + step))
                    .singleElement()
                    .asString()
                    .contains("jsdl:URI names a path with .. in it", "Write the whole path on the host, without ..");
        }
        assertThat(told(PROGRAM + staging("<URI>sftp://md1/a..b/...</URI>"))).isEmpty();
        assertThat(toldOfReport("<PreDataStaging>a<SCPDataStaging><RemoteHostName>md1</RemoteHostName><SourceFileName>"
                        + "/../a</SourceFileName><TargetFileName>a</TargetFileName></SCPDataStaging></PreDataStaging>"))
                .anyMatch(line -> line.contains("jsdl:SourceFileName names a path with .. in it"));
    }

    @Test
    void no_password_in_another_place_is_shown() {
        String scp = "<PreDataStaging>S3cretF<SCPDataStaging><RemoteHostName>%s</RemoteHostName>"
                + "<SourceFileName>/a</SourceFileName><TargetFileName>%s</TargetFileName></SCPDataStaging>"
                + "</PreDataStaging>";
        String hosts = "<p:POSIXApplication><p:Executable>x</p:Executable><p:Output>/loader:S3cret@h</p:Output>"
                + "<p:Environment name='DB_PASSWORD=S3cretB'>x</p:Environment></p:POSIXApplication>";

        assertThat(toldOfReport(scp.formatted("loader:S3cretE@md1", "loader:S3cretG@md1:/../a")))
                .hasSize(3)
                .noneMatch(line -> line.contains("S3cret"));
        assertThat(toldOfReport(scp.formatted("loader:S3cretE", "/loader:S3cretG@md1:/a")))
                .hasSize(3)
                .noneMatch(line -> line.contains("S3cret"));
        assertThat(told("<Application>S3cretC" + hosts + "</Application>"))
                .hasSize(3)
                .anyMatch(line -> line.contains("holds a =: DB_PASSWORD=... "))
                .noneMatch(line -> line.contains("S3cret"));
        assertThat(told(PROGRAM + staging("<URI>sftp://md1/a</URI>")
                        + "<s:Sweep><s:Assignment><s:DocumentNode><s:Match>//j:URI[.='sftp://u:S3cret@h/a']</s:Match>"
                        + "</s:DocumentNode></s:Assignment></s:Sweep>"))
                .isNotEmpty()
                .noneMatch(line -> line.contains("S3cret"));
    }

    @Test
    void a_sweep_that_is_not_clear_hides_nothing_else() {
        String sweep = "<s:Sweep><s:Assignment><s:DocumentNode><s:Match>%s</s:Match></s:DocumentNode>"
                + "<f:LoopInteger start='1' end='3'/></s:Assignment></s:Sweep>";
        String body = "><JobDescription><Application><p:POSIXApplication><p:Executable>x</p:Executable>"
                + "<p:Argument>0</p:Argument><p:WallTimeLimit>ten</p:WallTimeLimit></p:POSIXApplication></Application>"
                + staging("<URI>sftp://md1/a</URI>").replace("overwrite", "overwrit") + "</JobDescription>";

        assertThat(told(read(Names.JSDL, body + sweep.formatted("//p:Argumnt"))))
                .hasSize(3)
                .anyMatch(line -> line.contains("//p:Argumnt"))
                .anyMatch(line -> line.contains("\"ten\""))
                .anyMatch(line -> line.contains("\"overwrit\""));
        assertThat(told(read(
                        Names.JSDL,
                        body
                                + sweep.formatted("//p:WallTimeLimit")
                                        .replace("</s:Sweep>", sweep.formatted("//p:Argumnt") + "</s:Sweep>"))))
                .hasSize(2)
                .noneMatch(line -> line.contains("WallTimeLimit is"));
    }

    @Test
    void values_in_each_of_two_programs_are_judged() {
        assertThat(told("<Application><p:POSIXApplication><p:Executable>x</p:Executable>"
                        + "<p:WallTimeLimit>ten</p:WallTimeLimit></p:POSIXApplication><h:HPCProfileApplication>"
                        + "<h:Executable>y</h:Executable><h:Output>../x</h:Output></h:HPCProfileApplication>"
                        + "</Application>"))
                .hasSize(3)
                .anyMatch(line -> line.contains("running more than one program"))
                .anyMatch(line -> line.contains("\"ten\""))
                .anyMatch(line -> line.contains("\"../x\""));
    }

    @Test
    void a_list_that_was_cut_says_so() {
        List<String> cut = told(PROGRAM + "<Nonsense/>".repeat(Findings.MOST + 1));
        String last = cut.get(cut.size() - 1);

        assertThat(last).startsWith("warning: and more: the list ends after 500 findings");
        assertThat(told(PROGRAM + "<DataStaging/>".repeat(Findings.MOST)))
                .last()
                .asString()
                .contains("and more");
        assertThat(told(PROGRAM + "<Nonsense/>".repeat(Findings.MOST)))
                .hasSize(Findings.MOST)
                .noneMatch(line -> line.contains("and more"));
    }

    @Test
    void a_question_mark_that_nothing_is_given_for_is_told_how_an_operator_is_written() {
        String extract = "<sw:SqlExtract source='risk'><sw:Statement>SELECT j %s 'a'</sw:Statement></sw:SqlExtract>";

        assertThat(told(PROGRAM + staging(extract.formatted("?"))))
                .singleElement()
                .asString()
                .startsWith("warning: ")
                .contains("the statement holds a ?", "Write ?? for an operator");
        assertThat(told(PROGRAM + staging(extract.formatted("??")))).isEmpty();
    }

    private static String query(String section, String inside) {
        return "<" + section + "><SQLQueryDataStaging><sw:Database>risk</sw:Database><SQLStatement>s</SQLStatement>"
                + inside + "</SQLQueryDataStaging></" + section + ">";
    }

    @Test
    void the_reports_dialect_is_told_its_own_names() {
        assertThat(toldOfReport(query(
                        "PreDataStaging",
                        "<SQLOutputFileName>a</SQLOutputFileName><SQLInputFileName>b</SQLInputFileName>")))
                .singleElement()
                .asString()
                .contains("jsdl:SQLInputFileName, and each jsdl:ExecutionOrderGroup");
        String broken = query("PreDataStaging", "<SQLOutputFileName>/b</SQLOutputFileName>")
                .replace("risk", "");
        assertThat(toldOfReport(broken.replace(
                        "</PreDataStaging>",
                        query(
                                        "PreDataStaging",
                                        "<ExecutionOrderGroup>2</ExecutionOrderGroup>"
                                                + "<SQLOutputFileName>a</SQLOutputFileName>"
                                                + "<SQLInputFileName>b</SQLInputFileName>")
                                .replace("<PreDataStaging>", ""))))
                .noneMatch(line -> line.contains("no step"));
    }

    @Test
    void what_is_said_of_a_compressed_input_is_judged_in_both_sections() {
        String input = "<SQLInputFileName>a.gz</SQLInputFileName><SQLInputFileCompression>%s</SQLInputFileCompression>";

        assertThat(toldOfReport(query("PostDataStaging", input.formatted("yes"))))
                .singleElement()
                .asString()
                .startsWith("warning: ")
                .contains("no step before the run writes a.gz");
        for (String section : List.of("PreDataStaging", "PostDataStaging")) {
            assertThat(toldOfReport(query(section, input.formatted("perhaps"))))
                    .anyMatch(line -> line.startsWith("error: ") && line.contains("neither yes nor no: \"perhaps\""))
                    .noneMatch(line -> line.contains("has no effect"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"actualtotalcpucount", "actualTotalCPUCount"})
    void an_attribute_beside_the_number_that_it_stands_for_is_told(String attribute) {
        String number = "<m:NumberOfProcesses " + attribute + "='%s'>4</m:NumberOfProcesses>";

        assertThat(toldOfSpmd(number.formatted("true"), ""))
                .singleElement()
                .asString()
                .startsWith("warning: ")
                .contains("attribute " + attribute + " of spmd:NumberOfProcesses stands beside a number");
        assertThat(toldOfSpmd(number.formatted("false"), "")).isEmpty();
        assertThat(toldOfSpmd(number.formatted("perhaps"), ""))
                .singleElement()
                .asString()
                .startsWith("error: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "2e0", "20E-1"})
    void a_whole_number_in_another_form_is_read_with_a_warning(String number) {
        ReadDocument read = read(
                Names.JSDL,
                "><JobDescription><Application><m:SPMDApplication><p:Executable>x</p:Executable><m:NumberOfProcesses>"
                        + number
                        + "</m:NumberOfProcesses><m:SPMDVariation>http://www.ogf.org/jsdl/2007/02/jsdl-spmd/MPI"
                        + "</m:SPMDVariation></m:SPMDApplication></Application></JobDescription>");

        assertThat(((ReadDocument.Accepted) read).request().launch().processes())
                .isEqualTo(2);
        assertThat(told(read)).singleElement().asString().contains("is 2, but not written as a whole number");
    }

    @Test
    void an_empty_submission_id_is_an_error() {
        assertThat(told(read(Names.JSDL, "sid=' '><JobDescription>" + PROGRAM + "</JobDescription>")))
                .singleElement()
                .asString()
                .startsWith("error: ")
                .contains("attribute sid of jsdl:JobDefinition is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "<Range><LowerBound>8</LowerBound><UpperBound>2</UpperBound></Range>, jsdl:Range holds no number",
        "<Exact epsilon='-1'>2</Exact>, attribute epsilon is negative",
        "<Range><LowerBound>2.2</LowerBound><UpperBound>2.8</UpperBound></Range>, no whole number is in the range",
        "<Exact>2.5</Exact>, not a whole number of at least 1"
    })
    void a_range_that_no_number_of_processes_is_in_is_refused(String range, String message) {
        assertThat(toldOfSpmd("", "<TotalCPUCount>" + range + "</TotalCPUCount>"))
                .singleElement()
                .asString()
                .startsWith("error: ")
                .contains(message);
    }

    @Test
    void what_has_no_effect_is_told() {
        assertThat(told("<Application><Description>d</Description><p:POSIXApplication name='n'>"
                        + "<p:Executable>x</p:Executable><p:Argument xsi:nil='true'/></p:POSIXApplication>"
                        + "</Application>"))
                .hasSize(3)
                .allMatch(line -> line.startsWith("warning: "))
                .anyMatch(line -> line.contains("jsdl:Description of an application"))
                .anyMatch(line -> line.contains("attribute name of posix:POSIXApplication"))
                .anyMatch(line -> line.contains("xsi:nil of posix:Argument"));
    }

    @Test
    void an_element_that_the_reader_adds_is_not_told_of() {
        List<DocumentProblem> problems = read(
                        Names.JSDL,
                        "><JobDescription><DataStaging><FileName>a</FileName><CreationFlag>overwrite</CreationFlag>"
                                + "</DataStaging><Application><p:POSIXApplication><p:Executable>x</p:Executable>"
                                + "</p:POSIXApplication><TotalCPUCount><Exact>1</Exact></TotalCPUCount></Application>"
                                + "</JobDescription>")
                .problems();

        assertThat(problems)
                .hasSize(3)
                .noneMatch(problem -> problem.xpath().contains("Resources"))
                .noneMatch(problem -> problem.message().contains("jsdl:Resources stands after"));
    }

    @ParameterizedTest
    @CsvSource({
        "<BG_MpirunResource/>, '2005/04: write it in the namespace'",
        "<PreDataStaging/>, 'or use jsdl:DataStaging of JSDL 1.0.'",
        "<DataStagin/>, Did you mean jsdl:DataStaging?",
        "<Executable/>, 'Known here: '",
        "<JobNam/>, 'Did you mean jsdl:JobName, in jsdl:JobIdentification?'",
        "<sw:SqlExtract/>, 'Known here: '"
    })
    void a_name_that_is_almost_right_is_told_the_right_one(String element, String hint) {
        assertThat(told(PROGRAM + element)).singleElement().asString().contains(hint);
    }

    @Test
    void an_attribute_that_is_almost_right_is_told_the_right_one() {
        assertThat(told(PROGRAM
                        + staging("<sw:SqlExtract sorce='risk' zzz='1'><sw:Statement>s</sw:Statement>"
                                + "</sw:SqlExtract>")))
                .anyMatch(line -> line.endsWith("Did you mean source?"))
                .anyMatch(line -> line.endsWith("Known here: compression, orderGroup, source."));
    }

    @Test
    void what_is_known_in_a_place_leaves_out_what_cannot_stand_there() {
        assertThat(told(PROGRAM + "<Resources><Speed/></Resources>"))
                .singleElement()
                .asString()
                .contains("jsdl:TotalCPUCount, ")
                .doesNotContain("FileSystem", "CPUArchitecture", "BG_MpirunResource", "StdoutFileName");
        assertThat(told(PROGRAM + "<DataStaging><FileName>a</FileName><CreationFlag>overwrite</CreationFlag>"
                        + "<SqlExtract/><Sorce/><Zzzzzzzz/></DataStaging>"))
                .anyMatch(line -> line.endsWith("Did you mean sw:SqlExtract, in jsdl:Source?"))
                .anyMatch(line -> line.endsWith("Did you mean jsdl:Source?"))
                .anyMatch(line -> line.contains("Known here") && !line.contains("HandleAsArchive"));
        assertThat(toldOfReport("<Nonsense/>")).singleElement().asString().contains("jsdl:PreDataStaging");
    }

    @Test
    void a_figure_written_as_text_is_told_once_and_in_which_unit() {
        assertThat(told(PROGRAM + "<Resources><TotalPhysicalMemory>2 GB</TotalPhysicalMemory></Resources>"))
                .singleElement()
                .asString()
                .endsWith("Write it as jsdl:Exact, a number, in bytes.");
    }

    @Test
    void a_file_without_a_name_is_told_once() {
        List<DocumentProblem> problems = read(
                        Names.JSDL,
                        "><JobDescription>" + PROGRAM
                                + staging("<URI>sftp://md1/in/b.csv</URI>").replace("<FileName>a</FileName>", "")
                                + "</JobDescription>")
                .problems();

        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(Severity.WARNING);
            assertThat(problem.message()).contains("the file is named b.csv");
        });
    }

    @Test
    void no_hint_leaves_the_author_to_guess() {
        String text = IntStream.rangeClosed(1, 3)
                .mapToObj(n -> staging("<sw:SqlExtract orderGroup='x'><sw:Statement/></sw:SqlExtract>"))
                .reduce(PROGRAM, String::concat);

        assertThat(told(text))
                .isNotEmpty()
                .noneMatch(line -> line.contains("Fill it in") || line.contains("Correct the"));
    }
}
