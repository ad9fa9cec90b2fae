package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Application;
import dev.slipway.request.KernelStart;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Program;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.testbed.Streams;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a document cannot change the start of its programs by variables or arguments. */
class DocumentWordsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LD_PRELOAD",
                "SGE_ROOT",
                "PE_HOSTFILE",
                "SLURM_NODELIST",
                "PBS_NODEFILE",
                "OMPI_MCA_plm_rsh_agent",
                "PMIX_MCA_x",
                "BASH_ENV",
                "SLIPWAY_TOKEN",
                "OSF_GRAPH",
                "HOME",
                "PATH",
                "HWLOC_PLUGINS_PATH",
                "UCX_MODULE_DIR",
                "FI_PROVIDER_PATH",
                "-S"
            })
    void refuses_variables_by_which_a_document_would_bring_code_or_steer_the_run(String name) {
        assertThat(refused(program(Map.of(name, "/tmp/evil"))).code()).isEqualTo(ProblemCode.VARIABLE_REFUSED);
        assertThat(refused(program(Map.of(name, "/tmp/evil"))).message()).contains(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"LD_PRELOAD", "OSF_GRAPH", "OSF_KERNEL", "SLIPWAY_PROGRESS"})
    void refuses_them_of_a_stream_kernel_too(String name) {
        assertThat(refused(stream(new KernelStart.Copies(
                                new Program("p", List.of(), Map.of(name, "x")), 1, KernelStart.Loss.END)))
                        .message())
                .contains(name);
    }

    @Test
    void refuses_the_word_by_which_mpirun_starts_another_program() {
        assertThat(refused(program(Map.of(), "--help", ":", "-n", "1", "/bin/sh"))
                        .message())
                .contains("colon");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-mca", "--mca", "-gmca", "--gmca", "-mcabase", "-am", "--am", "-tune", "--tune", "--prtemca"})
    void refuses_a_word_that_mpirun_takes_for_a_setting_wherever_it_stands(String word) {
        String[] arguments = {"--positions", word, "mca_base_component_path", "/scratch/abc/files"};
        Program program = new Program("p", List.of(arguments), Map.of());

        assertThat(refused(program(Map.of(), arguments)).message()).contains(word);
        assertThat(refused(stream(new KernelStart.Ranks(program, 2, KernelStart.Streams.FIRST, KernelStart.Loss.END))))
                .satisfies(problem -> assertThat(problem.message()).contains(word));
        assertThat(DocumentWords.obstacle(stream(new KernelStart.Copies(program, 1, KernelStart.Loss.END))))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--", "-n", "-x", "--prefix", "mca", "--amount", "-tuned", "a:b", ":a"})
    void takes_words_that_mpirun_leaves_to_the_program(String word) {
        assertThat(DocumentWords.obstacle(program(Map.of(), word, "a", "b"))).isEmpty();
    }

    @Test
    void refuses_a_value_that_would_end_early_and_set_another_variable() {
        assertThat(refused(program(Map.of("DESK", "a\0LD_PRELOAD=/tmp/evil"))).message())
                .contains("DESK");
    }

    private static Problem refused(Application application) {
        return DocumentWords.obstacle(application).orElseThrow();
    }

    private static MpiProgram program(Map<String, String> environment, String... arguments) {
        return MpiProgram.of("var-mc", List.of(arguments), environment, 2);
    }

    private static Application stream(KernelStart start) {
        return Streams.of(
                List.of(new StreamKernel("a", 0, start, false, Optional.empty()), Streams.kernel("b", 1, "p")),
                StreamLink.between("a", "b"));
    }
}
