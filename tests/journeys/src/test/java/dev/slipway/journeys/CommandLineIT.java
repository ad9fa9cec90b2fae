package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the shipped toolkit as people use it at a shell, against a real service. */
class CommandLineIT {
    private static final Duration PATIENCE = Duration.ofSeconds(180);

    private static Installation installation;

    @BeforeAll
    static void start() {
        installation = Installation.start();
        installation.offer("count", "mkdir -p out; echo \"$1\" > out/one.txt; echo \"$1$1\" > two.txt; echo counted");
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    /** Returns a document of the program count with two results, one of them in a folder. */
    private static String counting(String argument, String sweep) {
        return """
                <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                                    xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix"
                                    xmlns:sw="urn:slipway:job:1">
                  <jsdl:JobDescription>
                    <jsdl:Application>
                      <posix:POSIXApplication>
                        <posix:Executable>count</posix:Executable>
                        <posix:Argument>%s</posix:Argument>
                      </posix:POSIXApplication>
                    </jsdl:Application>
                    <sw:Results>
                      <sw:Result name="one" file="out/one.txt"/>
                      <sw:Result name="two" file="two.txt"/>
                    </sw:Results>
                  </jsdl:JobDescription>%s
                </jsdl:JobDefinition>
                """.formatted(argument, sweep);
    }

    /** Runs a line of bash, in which {@code slipway} is the shipped command with the installation's profile. */
    private static ShippedCommand bash(String line, String... words) {
        List<String> command = new ArrayList<>(List.of(
                "setsid",
                "bash",
                "-c",
                "slipway() { \"" + ShippedCommand.root().resolve("slipway") + "\" \"$@\"; }\n" + line,
                "bash"));
        command.addAll(List.of(words));
        return ShippedCommand.run(
                Map.of("SLIPWAY_PROFILE", installation.home().resolve("profile").toString()), command, PATIENCE);
    }

    private static String first(String token) {
        return token.substring(0, 10);
    }

    @Test
    void a_document_comes_from_standard_input_and_first_characters_stand_for_tokens() {
        Path document = installation.write("job.xml", counting("7", ""));
        String one = bash("slipway submit - < \"$1\"", document.toString()).answer();
        String two = bash("cat \"$1\" | slipway submit -", document.toString()).answer();

        ShippedCommand watched = installation.slipway("watch", first(one), first(two));
        assertThat(watched.exitStatus()).as(watched.err()).isZero();
        assertThat(watched.out()).contains("==> " + one + " <==", "==> " + two + " <==");
        assertThat(installation.slipway("status", first(one), first(two)).answer())
                .contains(one, two, "DONE");
        assertThat(installation.slipway("output", first(one), first(two)).answer())
                .contains("==> " + two + " <==\ncounted");
        assertThat(installation.slipway("list", "--state", "DONE").answer()).contains(one, two);
        assertThat(installation.slipway("list", "--state", "FAILED").answer()).doesNotContain(one);
        ShippedCommand cancelled = installation.slipway("cancel", first(one), first(two));
        assertThat(cancelled.exitStatus()).isEqualTo(23);
        assertThat(cancelled.err()).contains(one + ": ", two + ": ");
    }

    @Test
    void all_results_of_a_job_and_of_a_group_are_fetched_into_a_folder() throws Exception {
        String job = installation.submit(counting("8", ""));
        ShippedCommand watched = installation.slipway("watch", job);
        assertThat(watched.exitStatus()).as(watched.out() + watched.err()).isZero();
        Path folder = Files.createTempDirectory("fetched");

        installation
                .slipway("results", first(job), "--all", "-o", folder.toString())
                .answer();
        assertThat(folder.resolve("one.txt")).hasContent("8");
        assertThat(folder.resolve("two.txt")).hasContent("88");

        String group = installation.submit(counting("x", """
                <sweep:Sweep xmlns:sweep="http://schemas.ogf.org/jsdl/2009/03/sweep"
                             xmlns:f="http://schemas.ogf.org/jsdl/2009/03/sweep/functions">
                  <sweep:Assignment>
                    <sweep:DocumentNode><sweep:Match>//posix:Argument</sweep:Match></sweep:DocumentNode>
                    <f:LoopInteger start="3" end="4"/>
                  </sweep:Assignment>
                </sweep:Sweep>"""));
        installation.slipway("watch", first(group)).answer();
        Path both = Files.createTempDirectory("group");
        installation
                .slipway("results", first(group), "--all", "-o", both.toString())
                .answer();
        assertThat(both.resolve("1/one.txt")).hasContent("3");
        assertThat(both.resolve("2/two.txt")).hasContent("44");
        try (Stream<Path> files = Files.walk(both)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(4);
        }
    }

    @Test
    void bash_completes_the_tokens_of_the_service() {
        String token = installation.submit(counting("9", ""));
        installation.watched(token);
        String completing = """
                export XDG_CACHE_HOME=$(mktemp -d) SLIPWAY_COMPLETION_SECONDS=100
                source <(slipway completion bash)
                COMP_WORDS=("$1" "${@:2}"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"
                _slipway; printf '%s\\n' "${COMPREPLY[@]}"
                """;
        String command = ShippedCommand.root().resolve("slipway").toString();

        assertThat(bash(completing, command, "explain", first(token)).answer()).isEqualTo(token);
        assertThat(bash(completing, command, "audit", "export", first(token)).answer())
                .isEqualTo(token);
        assertThat(bash(completing, command, "list", "--group", first(token)).answer())
                .isEqualTo(token);
        assertThat(bash(completing, command, "sub").answer()).isEqualTo("submit");
    }

    @Test
    void each_script_has_help_and_a_wrong_verb_names_the_right_one() {
        for (String verb : List.of("serve", "test", "bench", "demo", "build")) {
            assertThat(installation.slipway(verb, "--help").answer())
                    .startsWith("Usage: slipway " + verb)
                    .contains("-h, --help");
        }
        ShippedCommand wrong = installation.slipway("srve");
        assertThat(wrong.exitStatus()).isEqualTo(2);
        assertThat(wrong.err()).contains("slipway has no verb srve; did you mean serve?");
        assertThat(installation.slipway("bench", "sope").exitStatus()).isEqualTo(2);
        assertThat(installation.slipway("test", "slow").exitStatus()).isEqualTo(2);
    }
}
