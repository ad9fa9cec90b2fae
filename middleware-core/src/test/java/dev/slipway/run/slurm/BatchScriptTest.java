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
import java.util.SortedMap;
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
        return new BatchScript("abc", Map.of("VALUE", "it's\nso"), command, input.toString(), "/dev/null").text();
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

    /** Makes the script of a run of an array, whose files lie in a folder with the name of the run. */
    private BatchScript member(String run, List<String> words) throws Exception {
        Path own = Files.createDirectories(folder.resolve("it's " + run));
        List<String> command = new ArrayList<>(List.of("sh", "-c", "printf '[%s]' \"$VALUE\" \"$@\"; cat", "sh"));
        command.addAll(words);
        Path input = Files.writeString(own.resolve("input"), " input of " + run);
        return new BatchScript(
                run,
                Map.of("VALUE", "it's of " + run + "\n"),
                command,
                input.toString(),
                own.resolve("log").toString());
    }

    @Test
    void a_job_of_an_array_runs_the_commands_of_its_index_alone() throws Exception {
        SortedMap<Integer, BatchScript> runs = new TreeMap<>();
        runs.put(0, member("abc", List.of("alike", "", "of abc")));
        runs.put(3, member("xyz", List.of("alike", "it's", "of xyz and xyz", "a\nb", "$(touch pwned)")));
        runs.put(4, member("def", List.of("alike")));
        String script = "SLURM_ARRAY_TASK_ID=3\n" + BatchScript.ofArray(runs);

        assertThat(run(script)).isEmpty();
        Path log = folder.resolve("it's xyz/log");
        String expected = "[it's of xyz\n][alike][it's][of xyz and xyz][a\nb][$(touch pwned)] input of xyz";
        assertThat(log).hasContent(expected);
        assertThat(folder.resolve("it's abc/log")).doesNotExist();
        for (int length = 0; length < script.length() - 2; length++) {
            run(script.substring(0, length));
        }
        assertThat(log).hasContent(expected);

        run("SLURM_ARRAY_TASK_ID=0\n" + BatchScript.ofArray(runs));
        assertThat(folder.resolve("it's abc/log")).hasContent("[it's of abc\n][alike][][of abc] input of abc");
        run("SLURM_ARRAY_TASK_ID=4\n" + BatchScript.ofArray(runs));
        assertThat(folder.resolve("it's def/log")).hasContent("[it's of def\n][alike] input of def");
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @Test
    void an_array_has_the_words_that_its_runs_share_once() throws Exception {
        String shared = "x".repeat(1_000);
        SortedMap<Integer, BatchScript> runs = new TreeMap<>();
        for (int index = 0; index < 50; index++) {
            runs.put(index, member("run" + index + "x", List.of(shared, "number " + index)));
        }

        assertThat(BatchScript.ofArray(runs)).containsOnlyOnce(shared).hasSizeLessThan(5_000);
    }

    @Test
    void a_run_does_not_get_the_variables_of_slurms_commands() throws Exception {
        Path input = Files.writeString(folder.resolve("input"), "");
        String script = new BatchScript(
                        "abc",
                        Map.of("VALUE", "1"),
                        List.of("sh", "-c", "echo $LC_ALL$TZ$VALUE"),
                        input.toString(),
                        "/dev/null")
                .text();

        assertThat(run("export LC_ALL=C TZ=UTC\n" + script)).isEqualTo("1\n");
    }

    @Test
    void a_word_with_a_nul_is_refused() {
        assertThatThrownBy(() -> BatchScript.quoted("a\0b")).isInstanceOf(IllegalArgumentException.class);
    }
}
