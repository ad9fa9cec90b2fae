package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the commands of the guides as they stand there, each guide from top to bottom in one shell. */
class GuidesIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String BLOCK = "=== block ";

    private static Installation installation;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        installation = Installation.start();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    static Stream<Guide> guides() {
        return Guide.all().filter(guide -> !guide.marked("run").isEmpty());
    }

    @ParameterizedTest
    @MethodSource("guides")
    void the_commands_of_a_guide_run_as_they_stand_there(Guide guide) throws IOException {
        for (String name : List.of("slipway", "deploy", "native-kernels")) {
            Files.createSymbolicLink(folder.resolve(name), ShippedCommand.root().resolve(name));
        }
        for (Guide.Block file : guide.marked("file")) {
            Files.writeString(folder.resolve(file.words()), here(file.text()));
        }
        List<Guide.Block> commands = guide.marked("run");

        ShippedCommand shell =
                ShippedCommand.run(environment(), List.of("setsid", "bash", "-c", script(commands)), LIMIT);
        assertThat(shell.exitStatus()).as(shell.out() + shell.err()).isZero();
        String[] said = shell.out().split(BLOCK);
        for (int i = 0; i < commands.size(); i++) {
            assertThat(said[i + 1])
                    .as(commands.get(i).text())
                    .contains(commands.get(i).words());
        }
    }

    @Test
    void every_block_of_code_says_whether_it_is_run() {
        assertThat(Guide.all().filter(guide -> guide.blocks().stream().anyMatch(Guide.Block::isForgotten)))
                .isEmpty();
    }

    /** Returns all commands as one script, in which the generator of CXF stands for an installed one. */
    private String script(List<Guide.Block> commands) {
        StringBuilder script = new StringBuilder("set -euo pipefail\ncd '" + folder + "'\n"
                + "wsdl2java() { java -cp \"$CXF\" org.apache.cxf.tools.wsdlto.WSDLToJava \"$@\"; }\n");
        for (int i = 0; i < commands.size(); i++) {
            script.append("echo '").append(BLOCK).append(i).append("' | tee /dev/stderr\n");
            script.append(here(commands.get(i).text()));
        }
        return script.toString();
    }

    /** Puts the address and the folder of this installation in the place of those of a service of root. */
    private static String here(String text) {
        return text.replace("https://localhost:8443", installation.url(""))
                .replace("/var/lib/slipway", installation.home().toString());
    }

    private static Map<String, String> environment() {
        Path root = ShippedCommand.root();
        return Map.of(
                "SLIPWAY_PROFILE",
                installation.home().resolve("profile").toString(),
                "PATH",
                root.resolve("target/clients/venv/bin") + ":" + System.getenv("PATH"),
                "NODE_PATH",
                root.resolve("target/clients/node_modules").toString(),
                "CXF",
                root.resolve("tests/journeys/clients/cxf/target/lib").toString() + "/*");
    }
}
