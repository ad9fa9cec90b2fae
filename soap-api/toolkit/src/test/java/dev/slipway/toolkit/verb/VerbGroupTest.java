package dev.slipway.toolkit.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerbGroupTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"template", "schedule", "draft", "place", "partition", "user", "audit", "mail", "profile"})
    void a_group_without_a_verb_asks_for_one(String group) throws Exception {
        Shell shell = new Shell(folder);

        assertThat(shell.run(group)).isEqualTo(ExitStatus.CALL);
        assertThat(shell.err)
                .contains("which verb of " + group + "?", "slipway " + group + " --help shows how to call it.");
    }
}
