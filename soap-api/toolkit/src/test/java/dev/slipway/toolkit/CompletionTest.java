package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a shell's completion of verbs and options. */
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
        assertThat(completed("schedule", "re")).contains("resume");
        assertThat(completed("exchange", "")).contains("serve", "load", "audit");
        assertThat(completed("exchange", "serve", "--f")).contains("--folder");
    }

    @Test
    void no_line_of_the_list_is_evaluated() throws Exception {
        Path evaluated = folder.resolve("evaluated");
        Path slipway =
                slipway("echo TOKEN\necho abcd1234\necho '$(>" + evaluated + ")'\necho '`>" + evaluated + "`'\n");

        assertThat(completedBy(slipway, "status", "")).contains("abcd1234");
        assertThat(evaluated).doesNotExist();
    }

    @Test
    void ids_come_from_the_list_of_their_kind() throws Exception {
        Path slipway = slipway("echo ID\necho $1$2\n");

        assertThat(completedBy(slipway, "template", "run", "te"))
                .contains("templatelist")
                .doesNotContain("schedulelist");
        assertThat(completedBy(slipway, "schedule", "create", "")).contains("templatelist");
        assertThat(completedBy(slipway, "schedule", "pause", "")).contains("schedulelist");
        assertThat(completedBy(slipway, "draft", "show", "")).contains("draftlist");
        assertThat(completedBy(slipway, "template", "")).doesNotContain("templatelist");
    }

    /** Writes a command that answers as the toolkit would. */
    private Path slipway(String answers) throws IOException {
        Path slipway = Files.writeString(folder.resolve("slipway"), "#!/bin/sh\n" + answers);
        Files.setPosixFilePermissions(slipway, PosixFilePermissions.fromString("rwx------"));
        return slipway;
    }

    /** Returns the completions for the last word of a call of this command. */
    private List<String> completedBy(Path slipway, String... words) throws Exception {
        Shell shell = new Shell(folder);
        assertThat(shell.run("completion", "bash")).isZero();
        Path script = Files.writeString(folder.resolve("script"), shell.out);
        Path answer = folder.resolve("answer");
        ProcessBuilder bash = new ProcessBuilder(
                "bash",
                "-c",
                "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_LINE=\"$*\"; _slipway;"
                        + " printf '%s\\n' \"${COMPREPLY[@]}\"",
                "bash",
                script.toString(),
                slipway.toString());
        bash.command().addAll(List.of(words));
        bash.redirectErrorStream(true).redirectOutput(answer.toFile());
        bash.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        bash.environment().put("SLIPWAY_COMPLETION_SECONDS", "60");
        assertThat(bash.start().waitFor()).isZero();
        return Files.readAllLines(answer);
    }
}
