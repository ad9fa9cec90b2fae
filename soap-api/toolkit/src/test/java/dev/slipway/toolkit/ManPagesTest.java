package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import dev.slipway.toolkit.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests the man page of every verb against its help, by mandoc. */
class ManPagesTest {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-zA-Z][a-z-]*");
    private static final Path SCRIPTS = Path.of(System.getProperty("slipway.root"), "deploy/shell");

    @TempDir
    static Path folder;

    private static final List<CommandLine> VERBS = new ArrayList<>();

    @BeforeAll
    static void write() throws IOException {
        ManPages.main(new String[] {folder.toString()});
        collect(Slipway.documented(Terminal.ofProcess()));
    }

    private static void collect(CommandLine line) {
        VERBS.add(line);
        line.getSubcommands().values().forEach(ManPagesTest::collect);
    }

    /** Returns the words behind {@code slipway}. */
    private static String words(CommandLine verb) {
        return verb.getCommandSpec().qualifiedName().replaceFirst("^slipway ?", "");
    }

    private static Path page(CommandLine verb) {
        return folder.resolve(verb.getCommandSpec().qualifiedName("-") + ".1");
    }

    private static String run(String... line) throws Exception {
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String out = Await.output(process);
        process.waitFor();
        return out;
    }

    private static String read(CommandLine verb) throws Exception {
        return run("mandoc", "-T", "utf8", page(verb).toString()).replaceAll(".\b", "");
    }

    private static List<String> options(String text) {
        return OPTION.matcher(text).results().map(MatchResult::group).distinct().toList();
    }

    @Test
    void mandoc_finds_nothing_to_warn_of_in_any_page() throws Exception {
        assertThat(VERBS).hasSizeGreaterThan(50);
        for (CommandLine verb : VERBS) {
            assertThat(run("mandoc", "-T", "lint", "-W", "warning", page(verb).toString()))
                    .as(page(verb).toString())
                    .isEmpty();
        }
    }

    @Test
    void each_page_has_each_option_of_the_help_and_all_its_sections() throws Exception {
        for (CommandLine verb : VERBS) {
            String help = verb.getUsageMessage(CommandLine.Help.Ansi.OFF);
            String text = read(verb);
            List<String> wanted = new ArrayList<>(options(help));
            if (ScriptVerbs.names().contains(words(verb).split(" ")[0])) {
                wanted.removeAll(List.of("-V", "--version"));
            }
            assertThat(options(text)).as(page(verb).toString()).containsAll(wanted);
            assertThat(text.lines())
                    .as(page(verb).toString())
                    .contains("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO");
            String flowing = text.replaceAll("\\s+", " ");
            for (String sentence : verb.getCommandSpec().usageMessage().description()) {
                assertThat(flowing.replace("- ", "-")).as(page(verb).toString()).contains(sentence.replace("- ", "-"));
            }
        }
    }

    @Test
    void each_option_that_a_scripts_help_names_is_in_its_page() throws Exception {
        for (CommandLine verb : VERBS) {
            String name = words(verb);
            if (ScriptVerbs.names().contains(name) && !name.equals("exchange")) {
                ProcessBuilder call = new ProcessBuilder(
                                "bash", SCRIPTS.resolve(name + ".sh").toString(), "--help")
                        .redirectErrorStream(true);
                call.environment().put("SLIPWAY_ROOT", System.getProperty("slipway.root"));
                Process help = call.start();
                String told = Await.output(help);
                assertThat(help.waitFor()).as(told).isZero();
                assertThat(told).startsWith("Usage: slipway " + name);
                assertThat(options(read(verb))).as(name).containsAll(options(told));
            }
        }
    }

    @Test
    void each_verb_has_examples_that_it_understands() {
        for (CommandLine verb : VERBS) {
            String name = verb.getCommandSpec().qualifiedName();
            List<Examples.Example> examples = Examples.of(words(verb));
            assertThat(examples).as(name).isNotEmpty();
            for (Examples.Example example : examples) {
                if (!example.command().contains("slipway help ")) {
                    understood(example.command());
                }
            }
        }
        List<String> names = VERBS.stream()
                .map(verb -> verb.getCommandSpec().qualifiedName().replaceFirst("^slipway (?=.)", ""))
                .toList();
        assertThat(names).containsAll(Examples.all().keySet());
    }

    private static void understood(String command) {
        assertThat(command).startsWith(command.startsWith(".") ? "./slipway " : "slipway ");
        String[] words = Pattern.compile("\"([^\"]*)\"|\\S+")
                .matcher(command)
                .results()
                .skip(1)
                .map(word -> word.group(1) == null ? word.group() : word.group(1))
                .toArray(String[]::new);
        Slipway.documented(Terminal.ofProcess()).parseArgs(words);
    }
}
