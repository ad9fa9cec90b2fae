package dev.slipway.document.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.DocumentProblem.Severity;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that words which no service accepts are reported with their line, with and without a service. */
class LaunchWordsReadingTest {
    private static List<DocumentProblem> problems(String inside) {
        String text = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:p='" + Names.POSIX + "'><JobDescription>"
                + "<Application><p:POSIXApplication><p:Executable>x</p:Executable>\n" + inside
                + "</p:POSIXApplication></Application></JobDescription></JobDefinition>";
        return new JobDocumentReader()
                .read(text.getBytes(StandardCharsets.UTF_8))
                .problems();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LD_PRELOAD", "SGE_ROOT", "OMPI_MCA_btl", "PATH", "SLIPWAY_TOKEN"})
    void a_variable_that_no_operator_can_list_is_not_offered(String name) {
        assertThat(problems("<p:Environment name='" + name + "'>x</p:Environment>"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.severity()).isEqualTo(Severity.NOT_OFFERED);
                    assertThat(problem.line()).isEqualTo(2);
                    assertThat(problem.message()).contains("setting the variable " + name);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {":", "-mca", "--gmca", "--pmixmca", "-am", "--tune"})
    void an_argument_that_mpirun_would_take_for_itself_is_not_offered(String argument) {
        assertThat(problems("<p:Argument>" + argument + "</p:Argument>"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.severity()).isEqualTo(Severity.NOT_OFFERED);
                    assertThat(problem.line()).isEqualTo(2);
                    assertThat(problem.message()).contains("the argument " + argument + ",");
                });
    }

    @Test
    void words_of_stream_kernels_are_told_too_and_arguments_where_mpirun_sees_them() {
        String text = "<JobDefinition xmlns='" + Names.JSDL + "' xmlns:sw='" + Names.SW + "'><JobDescription>"
                + "<Application><sw:StreamApplication name='x'>"
                + "<sw:Kernel name='a' program='x'><sw:Argument>-mca</sw:Argument></sw:Kernel>\n"
                + "<sw:Kernel name='b' program='x' ranks='2'>\n<sw:Argument>-mca</sw:Argument>"
                + "<sw:Variable name='LD_PRELOAD' value='y'/></sw:Kernel>"
                + "<sw:Link from='a' to='b'/></sw:StreamApplication></Application></JobDescription></JobDefinition>";
        assertThat(new JobDocumentReader()
                        .read(text.getBytes(StandardCharsets.UTF_8))
                        .problems())
                .hasSize(2)
                .allSatisfy(problem -> {
                    assertThat(problem.severity()).isEqualTo(Severity.NOT_OFFERED);
                    assertThat(problem.line()).isEqualTo(3);
                })
                .extracting(DocumentProblem::message)
                .satisfiesExactlyInAnyOrder(
                        message -> assertThat(message).contains("the argument -mca,"),
                        message -> assertThat(message).contains("setting the variable LD_PRELOAD"));
    }

    @Test
    void a_variable_that_some_operator_may_list_is_left_to_the_service() {
        assertThat(problems("<p:Argument>mca</p:Argument><p:Argument>a:b</p:Argument>"
                        + "<p:Environment name='MYAPP_MODE'>x</p:Environment>"))
                .isEmpty();
    }
}
