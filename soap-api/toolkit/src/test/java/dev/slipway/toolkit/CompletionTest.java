package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the products of the model of all verbs: a shell's completion, and pages of help. */
class CompletionTest {
    @TempDir
    Path folder;

    /** Returns the completions that bash offers for the last word. */
    private List<String> completed(String... words) throws IOException, InterruptedException {
        Shell shell = new Shell(folder);
        assertThat(shell.run("completion", "bash")).isZero();
        Path script = Files.writeString(folder.resolve("script"), shell.out);
        Path answer = folder.resolve("answer");
        String program = "source \"$1\"; shift; COMP_WORDS=(slipway \"$@\"); COMP_CWORD=$#; COMP_LINE=\"slipway $*\";"
                + " _complete_slipway; printf '%s\\n' \"${COMPREPLY[@]}\"";
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", program, "bash", script.toString());
        bash.command().addAll(List.of(words));
        bash.redirectErrorStream(true).redirectOutput(answer.toFile());
        assertThat(bash.start().waitFor()).isZero();
        return Files.readAllLines(answer);
    }

    @Test
    void bash_completes_verbs_their_verbs_and_their_words() throws Exception {
        assertThat(completed("re")).contains("release", "results", "retry");
        assertThat(completed("audit", "ver")).contains("verify");
        assertThat(completed("list", "--outcome", "F")).contains("FAILED");
        assertThat(completed("status", "--js")).contains("--json");
        assertThat(completed("exchange", "")).contains("serve", "load", "audit");
        assertThat(completed("exchange", "serve", "--f")).contains("--folder");
    }

    @Test
    void there_is_a_page_of_help_for_every_verb() throws Exception {
        HelpPages.main(new String[] {folder.toString()});

        assertThat(folder.resolve("slipway")).content().contains("public-keys");
        assertThat(folder.resolve("slipway-audit-verify")).content().startsWith("Usage: slipway audit verify");
        assertThat(folder.resolve("slipway-exchange-serve"))
                .content()
                .startsWith("Usage: slipway exchange serve")
                .contains("--folder", "--port", "--shared-buffers");
        assertThat(folder.resolve("slipway-keys"))
                .as("another name of public-keys")
                .doesNotExist();
    }
}
