package dev.slipway.document.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.SchemaVerdict;
import dev.slipway.document.Schemas;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.JobRequest;
import dev.slipway.request.KernelStart;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Program;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests stream applications in documents. */
class StreamDocumentTest {
    private static final String TWO = "<sw:Kernel name='a' program='p'/><sw:Kernel name='b' program='p'/>";
    private static final String LINKED = "<sw:Link from='a' to='b'/>";

    private final JobDocumentReader reader = new JobDocumentReader();

    @Test
    void is_read_whole_and_written_back_as_it_was_read() {
        ReadDocument read = stream("""
                <sw:Kernel name='source' number='3' program='prices' turns='true' core='1' loss='tolerate'>
                  <sw:Argument> a b </sw:Argument><sw:Argument/><sw:Variable name='MODE' value=' x'/>
                </sw:Kernel>
                <sw:Kernel name='watch' with='source' turns='1'/>
                <sw:Kernel name='model' program='/apps/model' ranks='4' streams='all'/>
                <sw:Kernel name='sink' number='0' program='prices' copies='2'/>
                <sw:Link from='source' to='watch' transport='process'/>
                <sw:Link from='source' to='model   sink' kind='divide' room='4096'/>
                <sw:Link from='sink' to='source' feedback='true'/>
                <sw:Link from='model' to='sink' kind='duplicate'/>
                <p:Output>out.txt</p:Output><p:WallTimeLimit>60</p:WallTimeLimit>
                <p:ProcessCountLimit>40</p:ProcessCountLimit><p:VirtualMemoryLimit>1000000</p:VirtualMemoryLimit>
                """);

        assertThat(read.problems()).isEmpty();
        JobRequest request = ((ReadDocument.Accepted) read).request();
        assertThat(request.name()).isEqualTo("graph");
        assertThat(request.launch())
                .isEqualTo(new LaunchRequest(
                        application(),
                        Optional.empty(),
                        new RunPath("out.txt"),
                        new RunPath("stderr.txt"),
                        Optional.of(Duration.ofMinutes(1)),
                        new RunLimits(Optional.empty(), Optional.of(1_000_000L), Optional.of(40))));
        byte[] written = new JobDocumentWriter().write(request);
        assertThat(((ReadDocument.Accepted) reader.read(written)).request()).isEqualTo(request);
        assertThat(Schemas.faults(written)).isEmpty();
        assertThat(SchemaVerdict.firstDeparture(written)).isEmpty();
    }

    private static StreamApplication application() {
        return new StreamApplication(
                "graph",
                List.of(
                        new StreamKernel(
                                "source",
                                3,
                                new KernelStart.Copies(
                                        new Program("prices", List.of(" a b ", ""), Map.of("MODE", " x")),
                                        1,
                                        Loss.TOLERATE),
                                true,
                                Optional.of(1)),
                        new StreamKernel("watch", 1, new KernelStart.With("source"), true, Optional.empty()),
                        new StreamKernel(
                                "model",
                                2,
                                new KernelStart.Ranks(
                                        new Program("/apps/model", List.of(), Map.of()),
                                        4,
                                        KernelStart.Streams.ALL,
                                        Loss.END),
                                false,
                                Optional.empty()),
                        new StreamKernel(
                                "sink",
                                0,
                                new KernelStart.Copies(new Program("prices", List.of(), Map.of()), 2, Loss.END),
                                false,
                                Optional.empty())),
                List.of(
                        link("source", Optional.empty(), false, Transport.PROCESS, StreamLink.USUAL_ROOM, "watch"),
                        link("source", Optional.of(Split.DIVIDE), false, Transport.AUTO, 4096, "model", "sink"),
                        link("sink", Optional.empty(), true, Transport.AUTO, StreamLink.USUAL_ROOM, "source"),
                        link(
                                "model",
                                Optional.of(Split.DUPLICATE),
                                false,
                                Transport.AUTO,
                                StreamLink.USUAL_ROOM,
                                "sink")));
    }

    private static StreamLink link(
            String from, Optional<Split> split, boolean feedback, Transport transport, int room, String... to) {
        return new StreamLink(from, List.of(to), split, feedback, transport, room);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "<sw:Kernel name='a b' program='p'/>|attribute name of sw:Kernel is not right: \"a b\"",
                "<sw:Kernel program='p'/>|attribute name of sw:Kernel is missing or empty",
                "<sw:Kernel name='a'/>|attribute program of sw:Kernel is missing or empty",
                "<sw:Kernel name='a' program='p' number='256'/>|attribute number of sw:Kernel is not right: \"256\"",
                "<sw:Kernel name='a' program='p' copies='0'/>|attribute copies of sw:Kernel is not right: \"0\"",
                "<sw:Kernel name='a' program='p' ranks='4097'/>|attribute ranks of sw:Kernel is not right: \"4097\"",
                "<sw:Kernel name='a' program='p' ranks='2' copies='2'/>|the kernel has ranks and copies",
                "<sw:Kernel name='a' program='p' streams='all'/>|the kernel is no MPI kernel, and has streams",
                "<sw:Kernel name='a' program='p' ranks='2' streams='some'/>|attribute streams of sw:Kernel is not"
                        + " right: \"some\"",
                "<sw:Kernel name='a' program='p' loss='x'/>|attribute loss of sw:Kernel is not right: \"x\"",
                "<sw:Kernel name='a' program='p' core='-1'/>|attribute core of sw:Kernel is not right: \"-1\"",
                "<sw:Kernel name='a' program='p' turns='maybe'/>|attribute turns is neither true nor false: \"maybe\"",
                "<sw:Kernel name='a' program='p' copy='2'/>|attribute copy is not one that sw:Kernel has",
                "<sw:Kernel name='a' with='b' program='p'/>|the kernel is with another, and has program of its own",
                "<sw:Kernel name='a' with='b'><sw:Argument/></sw:Kernel>|the kernel is with another,"
                        + " and has arguments or variables",
                "<sw:Kernel name='a' program='p'><sw:Variable name='A-B' value='x'/></sw:Kernel>|"
                        + "attribute name of sw:Variable is not right: \"A-B\"",
                "<sw:Kernel name='a' program='p'><sw:Variable name='A' value=''/></sw:Kernel>|"
                        + "attribute value of sw:Variable is not right: \"\"",
                "<sw:Kernel name='a' program='p'><sw:Variable name='A' value='&#10;'/></sw:Kernel>|"
                        + "attribute value of sw:Variable is not right: \" \"",
                "<sw:Kernel name='a' program='p'><sw:Variable name='A' value='1'/><sw:Variable name='A' value='2'/>"
                        + "</sw:Kernel>|variable A is set twice",
                "<sw:Kernel name='a' program='p'/><sw:Link from='a' to='b' kind='some'/>|"
                        + "attribute kind of sw:Link is not right: \"some\"",
                "<sw:Kernel name='a' program='p'/><sw:Link from='a' to='b' transport='pigeon'/>|"
                        + "attribute transport of sw:Link is not right: \"pigeon\"",
                "<sw:Kernel name='a' program='p'/><sw:Link from='a' to='b' room='4095'/>|"
                        + "attribute room of sw:Link is not right: \"4095\"",
                "<sw:Kernel name='a' program='p'/><sw:Link from='a' to=' '/>|attribute to of sw:Link is"
                        + " missing or empty",
                "<sw:Kernel name='a' program='p'/><sw:Link from='a' to='b/c'/>|"
                        + "attribute to of sw:Link is not right: \"b/c\""
            })
    void a_value_that_is_not_right_is_told(String inside, String message) {
        assertThat(stream(inside).problems())
                .filteredOn(problem -> problem.message().equals(message))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo(ProblemCode.DOCUMENT_INVALID);
                    assertThat(problem.remedy().shell()).endsWith(".");
                });
    }

    @Test
    void all_that_is_wrong_is_told_at_once_each_at_its_element() {
        ReadDocument read = stream("""
                <sw:Kernel name='a' program='p' copies='x'/>
                <sw:Kernel name='b' program='p'/>
                <sw:Kernel name='c' program='p'/>
                <sw:Link from='a' to='b c'/>
                <sw:Link from='b' to='d'/>
                """);

        assertThat(read.problems())
                .extracting(DocumentProblem::xpath, DocumentProblem::message)
                .containsExactly(
                        tuple(path("sw:Kernel[1]"), "attribute copies of sw:Kernel is not right: \"x\""),
                        tuple(
                                path("sw:Link[1]"),
                                "the link from kernel \"a\" leads to 2 receivers and does not say how"
                                        + " records are split"),
                        tuple(path("sw:Link[2]"), "there is no kernel \"d\""));
    }

    private static String path(String last) {
        return "/jsdl:JobDefinition/jsdl:JobDescription/jsdl:Application/sw:StreamApplication/" + last;
    }

    @Test
    void a_cycle_that_nobody_declares_is_refused() {
        assertThat(stream(TWO + LINKED + "<sw:Link from='b' to='a'/>").problems())
                .extracting(DocumentProblem::message)
                .containsExactly("the link closes a cycle: a -> b -> a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "<sw:Host/>|sw:Host",
                "<sw:Network name='lan'/>|sw:Network",
                "<sw:Kernel name='x' program='p' host='front'/><sw:Link from='x' to='a'/>|"
                        + "placing a kernel on a host (attribute host of sw:Kernel)",
                "<sw:Kernel name='x' program='p' hosts='n1 n2'/><sw:Link from='x' to='a'/>|"
                        + "placing a kernel on hosts (attribute hosts of sw:Kernel)",
                "<sw:Kernel name='x' program='p' ranks='2' network='lan'/><sw:Link from='x' to='a'/>|"
                        + "choosing a network for a kernel (attribute network of sw:Kernel)",
                "<sw:Kernel name='x' program='p'/><sw:Link from='x' to='a' network='lan'/>|"
                        + "choosing a network for a link (attribute network of sw:Link)",
                "<sw:Kernel name='x' program='p'/><sw:Link from='x' to='a' via='head'/>|"
                        + "leading a link over another host (attribute via of sw:Link)"
            })
    void hosts_and_networks_are_not_offered(String inside, String what) {
        ReadDocument read = stream(inside + TWO + LINKED);

        assertThat(read).isInstanceOf(ReadDocument.NotOffered.class);
        assertThat(read.problems())
                .filteredOn(problem -> problem.severity() == DocumentProblem.Severity.NOT_OFFERED)
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo(ProblemCode.DOCUMENT_NOT_OFFERED);
                    assertThat(problem.message()).isEqualTo(what + " cannot be done in this version");
                    assertThat(problem.remedy().shell()).contains("a job's graph runs on its own machine");
                });
    }

    @Test
    void stands_alone() {
        String posix = "<p:POSIXApplication><p:Executable>x</p:Executable></p:POSIXApplication>";

        assertThat(read(posix + application(TWO + LINKED), "").problems())
                .extracting(DocumentProblem::code, DocumentProblem::message)
                .containsExactly(tuple(
                        ProblemCode.DOCUMENT_INVALID,
                        "a stream application stands beside another application, and a job runs one of them"));
    }

    @Test
    void starts_as_many_processes_as_the_resources_allow() {
        String resources = "<Resources><TotalCPUCount><Exact>3</Exact></TotalCPUCount></Resources>";

        assertThat(read(application(TWO + LINKED), resources).problems())
                .extracting(DocumentProblem::message)
                .containsExactly("the stream application starts 2 processes, which jsdl:TotalCPUCount does not allow");
        assertThat(read(application(TWO + LINKED), resources.replace("3", "2")).problems())
                .isEmpty();
    }

    private static String application(String inside) {
        return "<sw:StreamApplication name='graph'>" + inside + "</sw:StreamApplication>";
    }

    private ReadDocument stream(String inside) {
        return read(application(inside), "");
    }

    private ReadDocument read(String application, String resources) {
        return reader.read(
                ("<JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl' xmlns:sw='urn:slipway:job:1'"
                                + " xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><JobDescription>"
                                + "<Application>"
                                + application + "</Application>" + resources + "</JobDescription></JobDefinition>")
                        .getBytes(StandardCharsets.UTF_8));
    }
}
