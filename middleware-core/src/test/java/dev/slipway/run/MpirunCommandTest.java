package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.MpiProgram;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MpirunCommandTest {
    private static final Path PROGRAM = Path.of("/apps/var-mc");

    @Test
    void passes_arguments_one_by_one() {
        MpirunCommand command = command(Map.of());

        assertThat(command.argv())
                .containsExactly(
                        "mpirun.openmpi",
                        "-n",
                        "2",
                        "-x",
                        "SLIPWAY_PROGRESS",
                        "-x",
                        "SLIPWAY_TOKEN",
                        "/apps/var-mc",
                        "--positions",
                        "a b; rm -rf *");
        assertThat(command.told()).isEqualTo(command.argv());
        assertThat(command.needs()).containsExactly(PROGRAM);
    }

    @Test
    void names_the_documents_variables_and_leaves_their_values_to_standard_input() {
        MpirunCommand command = command(Map.of("DESK", "equity"));

        assertThat(command.variables()).asString(StandardCharsets.UTF_8).isEqualTo("DESK=equity\0");
        assertThat(command.argv()).containsSubsequence("-x", "DESK").noneMatch(word -> word.contains("equity"));
    }

    private static MpirunCommand command(Map<String, String> environment) {
        return new MpirunCommand(
                "mpirun.openmpi",
                MpiProgram.of("var-mc", List.of("--positions", "a b; rm -rf *"), environment, 2),
                PROGRAM);
    }
}
