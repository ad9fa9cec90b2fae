package dev.slipway.run.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.servers.Await;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests scripts with a real shell. */
class BatchScriptTest {
    private static final List<String> HOSTILE = List.of(
            "plain",
            "",
            " a  b ",
            "it's",
            "'; touch pwned; '",
            "$(touch pwned)`touch pwned`$HOME",
            "a\nb\n\n#SBATCH --uid=0\n",
            "dos\r\nline\r",
            "%j %% \\ \\n \"double\" & | > < * ? ~ ! #",
            "-n",
            "\u00e4\u4e2d\u2028",
            "}\n}");

    @TempDir
    Path folder;

    private String run(String script) throws Exception {
        Process shell = new ProcessBuilder("sh", "-s")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        shell.getOutputStream().write(script.getBytes(StandardCharsets.UTF_8));
        shell.getOutputStream().close();
        String output = Await.output(shell);
        // A script may write to a file of its own, and then its output ends before the script.
        shell.waitFor();
        return output;
    }

    private String script(List<String> words) throws Exception {
        Path input = Files.writeString(folder.resolve("it's input"), "from the file");
        List<String> command = new ArrayList<>(List.of("sh", "-c", "printf '[%s]' \"$VALUE\" \"$@\"; cat", "sh"));
        command.addAll(words);
        return new BatchScript(Map.of("VALUE", "it's\nso"), command, input.toString()).text();
    }

    @Test
    void every_character_of_a_word_stays_data() throws Exception {
        StringBuilder expected = new StringBuilder("[it's\nso]");
        HOSTILE.forEach(word -> expected.append('[').append(word).append(']'));

        assertThat(run(script(HOSTILE))).isEqualTo(expected + "from the file");
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @Test
    void no_line_of_the_script_begins_with_text_of_a_document() throws Exception {
        assertThat(script(HOSTILE).lines().toList())
                .containsSequence("#!/bin/sh", "{", "LF='", "'", "CR=$(printf '\\015')")
                .noneMatch(line -> line.startsWith("#SBATCH"))
                .noneMatch(line -> line.contains("\r"));
    }

    @Test
    void a_part_of_a_script_starts_nothing() throws Exception {
        String script = script(List.of("word"));

        for (int length = 0; length < script.length() - 2; length++) {
            assertThat(run(script.substring(0, length)))
                    .as("the first %d characters", length)
                    .doesNotContain("[word]");
        }
        assertThat(run(script)).contains("[word]");
    }

    @Test
    void a_job_of_an_array_runs_the_commands_of_its_index_alone() throws Exception {
        Path input = Files.writeString(folder.resolve("input"), "");
        Map<Integer, String> bodies = new TreeMap<>();
        for (int index : List.of(0, 3)) {
            bodies.put(
                    index,
                    new BatchScript(
                                    Map.of("VALUE", "it's " + index),
                                    List.of("sh", "-c", "echo $VALUE"),
                                    input.toString())
                            .body(folder.resolve("it's log " + index).toString()));
        }
        String script = "SLURM_ARRAY_TASK_ID=3\n" + BatchScript.ofArray(bodies);

        assertThat(run(script)).isEmpty();
        assertThat(folder.resolve("it's log 3")).hasContent("it's 3\n");
        assertThat(folder.resolve("it's log 0")).doesNotExist();
        for (int length = 0; length < script.length() - 2; length++) {
            run(script.substring(0, length));
        }
        assertThat(folder.resolve("it's log 3")).hasContent("it's 3\n");
    }

    @Test
    void a_word_with_a_nul_is_refused() {
        assertThatThrownBy(() -> BatchScript.quoted("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }
}
