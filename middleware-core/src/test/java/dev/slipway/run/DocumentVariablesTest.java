package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentVariablesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SGE_ROOT",
                "OPENSSL_CONF",
                "OMP_TOOL_LIBRARIES",
                "HDF5_PLUGIN_PATH",
                "SLURM_NODELIST",
                "PBS_NODEFILE",
                "LD_PRELOAD",
                "GCONV_PATH",
                "PYTHONPATH",
                "R_PROFILE_USER",
                "ANYTHING"
            })
    void covers_nothing_that_is_not_listed(String name) {
        assertThat(DocumentVariables.USUAL.cover(name)).isFalse();
    }

    @Test
    void covers_what_is_listed_by_name_or_by_a_pattern() {
        DocumentVariables variables = new DocumentVariables(List.of("OMP_NUM_THREADS", "MYAPP_*"));

        assertThat(variables.cover("OMP_NUM_THREADS")).isTrue();
        assertThat(variables.cover("OMP_NUM_THREADS2")).isFalse();
        assertThat(variables.cover("MYAPP_MODE")).isTrue();
        assertThat(variables.cover("MYAPPS_MODE")).isFalse();
        assertThat(DocumentVariables.USUAL.cover("LC_NUMERIC")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MYAPP_PATH",
                "MYAPP_PLUGIN_DIR",
                "MYAPP_TOOL_LIBRARIES",
                "MYAPP_CONF",
                "MYAPP_PRELOAD",
                "MYAPP_MODULES",
                "MYAPP_HOME"
            })
    void a_pattern_does_not_cover_a_name_by_which_code_may_come_but_its_full_name_does(String name) {
        assertThat(new DocumentVariables(List.of("MYAPP_*")).cover(name)).isFalse();
        assertThat(new DocumentVariables(List.of(name)).cover(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "M*",
                "LD_*",
                "OMPI_*",
                "SGE_ROOT",
                "SLURM_*",
                "PBS_NODEFILE",
                "PATH",
                "HOME",
                "SLIPWAY_*",
                "A-B",
                "",
                "MY*APP_X"
            })
    void no_operator_can_list_what_steers_a_run_or_a_pattern_without_a_word(String listed) {
        assertThatThrownBy(() -> new DocumentVariables(List.of(listed)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(listed);
    }
}
