package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.KernelStart;
import dev.slipway.request.Program;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.testbed.Streams;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the start of a stream application: the programs, the graph and the command. */
class StreamLaunchCommandTest {
    @TempDir
    Path folder;

    private Path applications;
    private Path launcher;

    @BeforeEach
    void install() throws Exception {
        applications = Files.createDirectory(folder.resolve("apps"));
        launcher = program(folder.resolve("stream-launch"));
        program(applications.resolve("prices"));
        program(applications.resolve("model"));
    }

    private static Path program(Path path) throws Exception {
        Files.writeString(path, "#!/bin/sh\n");
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private MpirunSettings settings(String mpirun) {
        return new MpirunSettings(
                Path.of("/usr/bin/slipway-guard"),
                mpirun,
                launcher,
                new ApplicationFolders(List.of(applications)),
                Optional.empty(),
                Duration.ofSeconds(5),
                "here",
                Optional.empty());
    }

    private RunOrder order(StreamApplication application) throws Exception {
        RunFolder run = new RunFolder(folder.resolve("run"));
        Files.createDirectories(run.tmp());
        return new RunOrder("run", run, Streams.launch(application), 60);
    }

    private List<Problem> obstacles(StreamApplication application) {
        return new RunCommands(settings("mpirun")).obstacles(Streams.launch(application));
    }

    @Test
    void starts_the_launcher_with_the_graph_in_the_runs_own_folder() throws Exception {
        RunCommand command = new RunCommands(settings("/opt/mpi/mpirun")).of(order(Streams.whole()));
        String tmp = folder.resolve("run/tmp").toString();

        assertThat(command.argv())
                .containsExactly(
                        launcher.toString(),
                        "--mpirun",
                        "/opt/mpi/mpirun",
                        "--report",
                        tmp + "/progress.jsonl",
                        tmp + "/graph.xml");
        assertThat(command.told())
                .containsExactly(
                        launcher.toString(), "--mpirun", "/opt/mpi/mpirun", "--report", "progress.jsonl", "graph.xml");
        assertThat(command.needs())
                .containsExactlyInAnyOrder(
                        applications.resolve("prices"),
                        applications.resolve("model"),
                        launcher,
                        Path.of("/opt/mpi/mpirun"));
        assertThat(command.variables()).isEmpty();
    }

    @Test
    void writes_a_graph_of_one_host_with_whole_paths_of_programs() throws Exception {
        RunCommand command = new RunCommands(settings("mpirun")).of(order(Streams.whole()));

        assertThat(command.files()).containsOnlyKeys("graph.xml");
        assertThat(new String(command.files().get("graph.xml"), StandardCharsets.UTF_8))
                .isEqualTo("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <graph xmlns="urn:slipway:stream-graph:1" name="whole">
                          <host name="here" here="yes" slots="4"/>
                          <kernel name="source" number="0" copies="1" loss="end" host="here" program="APPS/prices" \
                        turns="yes" core="0">\
                        <argument>--text</argument><argument></argument><argument> a&#10;&#13;&#9;b </argument>\
                        <argument>&lt;&amp;&gt;&quot;'</argument><argument>[1]</argument>\
                        <argument>${HOME}</argument><argument>\u00e9</argument>\
                        <variable name="MODE" value="a &quot;b&quot; &lt;c&gt; &amp; \
                        'd'&#9;x"/><variable name="A" value="1"/></kernel>
                          <kernel name="watch" number="1" with="source" turns="yes"></kernel>
                          <kernel name="filter" number="7" copies="3" loss="tolerate" host="here" \
                        program="APPS/prices"></kernel>
                          <kernel name="model" number="8" ranks="4" streams="all" loss="tolerate" host="here" \
                        program="APPS/model" core="3">\
                        <argument>-n</argument><argument>4</argument><variable name="MODE" value="fast"/></kernel>
                          <kernel name="sink" number="9" ranks="2" streams="first" loss="end" host="here" \
                        program="APPS/model"></kernel>
                          <link from="source" to="filter watch" kind="duplicate" transport="auto" room="262144"/>
                          <link from="filter" to="model" kind="divide" transport="tcp" room="4096"/>
                          <link from="model" to="sink" transport="memory" room="262144"/>
                          <link from="sink" to="source" feedback="yes" transport="auto" room="262144"/>
                        </graph>
                        """.replace("APPS", applications.toString()));
    }

    @Test
    void names_each_kernel_whose_program_is_in_no_application_folder() {
        StreamApplication application = Streams.of(
                List.of(
                        Streams.kernel("a", 0, "prices"),
                        Streams.kernel("b", 1, "/bin/sh"),
                        Streams.kernel("c", 2, "missing")),
                StreamLink.between("a", "b"),
                StreamLink.between("a", "c"));

        assertThat(obstacles(application))
                .extracting(Problem::code, Problem::message)
                .containsExactly(
                        tuple(
                                ProblemCode.EXECUTABLE_MISSING,
                                "kernel b: no program /bin/sh in the application folders"),
                        tuple(
                                ProblemCode.EXECUTABLE_MISSING,
                                "kernel c: no program missing in the application folders"));
        assertThatThrownBy(() -> new RunCommands(settings("mpirun")).of(order(application)))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("kernel b");
    }

    @Test
    void no_document_names_the_launcher_itself_wherever_it_lies() throws Exception {
        program(applications.resolve("stream-launch"));

        for (String name :
                List.of("stream-launch", applications.resolve("stream-launch").toString())) {
            assertThat(obstacles(Streams.of(
                            List.of(Streams.kernel("a", 0, name), Streams.kernel("b", 1, "prices")),
                            StreamLink.between("a", "b"))))
                    .singleElement()
                    .satisfies(problem ->
                            assertThat(problem.message()).startsWith("kernel a: no document may name " + name));
        }
        assertThat(new ApplicationFolders(List.of(applications)).programs()).containsExactly("model", "prices");
    }

    @Test
    void a_machine_without_the_launcher_says_so() throws Exception {
        Files.delete(launcher);

        assertThat(obstacles(Streams.whole())).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ProblemCode.STREAM_LAUNCHER_BROKEN);
            assertThat(problem.message()).isEqualTo("the stream launcher " + launcher + " cannot be run");
        });
    }

    @Test
    void a_graph_that_the_launcher_would_not_read_is_refused() {
        StreamApplication lengthy = Streams.of(
                List.of(kernel("a", Collections.nCopies(17, "x".repeat(64 << 10))), Streams.kernel("b", 1, "prices")),
                StreamLink.between("a", "b"));
        StreamApplication many = Streams.of(
                List.of(kernel("a", Collections.nCopies(10_000, "x")), Streams.kernel("b", 1, "prices")),
                StreamLink.between("a", "b"));

        for (StreamApplication application : List.of(lengthy, many)) {
            assertThat(obstacles(application)).singleElement().satisfies(problem -> {
                assertThat(problem.code()).isEqualTo(ProblemCode.LAUNCH_REFUSED);
                assertThat(problem.message()).contains("the stream launcher reads at most 1048576 and 10000");
            });
        }
    }

    private static StreamKernel kernel(String name, List<String> arguments) {
        return new StreamKernel(
                name,
                0,
                new KernelStart.Copies(new Program("prices", arguments, Map.of()), 1, KernelStart.Loss.END),
                false,
                Optional.empty());
    }
}
