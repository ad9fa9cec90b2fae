package dev.slipway.toolkit;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.terminal.Terminal;
import dev.slipway.toolkit.verb.PollDelay;
import dev.slipway.toolkit.verb.VerbContext;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of Slipway. */
@Command(
        name = "slipway",
        description = "Submits jobs to a Slipway service and follows them.",
        synopsisSubcommandLabel = "VERB",
        versionProvider = Slipway.Version.class)
public final class Slipway implements Runnable, VerbContext {
    @Spec
    private CommandSpec spec;

    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Shows this help.")
    private boolean help;

    @CommandLine.Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Shows the version of the command line; slipway capabilities shows the service's.")
    private boolean version;

    private final PollDelay delay;
    private Terminal terminal;

    Slipway(Terminal terminal, PollDelay delay) {
        this.terminal = terminal;
        this.delay = delay;
    }

    /** Runs one verb and exits with its status. */
    public static void main(String[] arguments) {
        Terminal terminal = Terminal.ofProcess();
        int status = new Slipway(terminal, PollDelay.real()).run(arguments);
        terminal.out().flush();
        System.exit(status);
    }

    /** Runs one verb. */
    int run(String... arguments) {
        if (List.of(arguments).contains("--json")) {
            terminal = terminal.inJson();
        }
        return line(this, arguments).execute(arguments);
    }

    /** Returns the verbs of the toolkit with all their options. */
    static CommandLine model(Terminal terminal) {
        return line(new Slipway(terminal, PollDelay.real()));
    }

    /**
     * Returns the verbs of the toolkit and those that the script ./slipway runs itself, for man pages and completion.
     */
    static CommandLine documented(Terminal terminal) {
        return ScriptVerbs.addedTo(model(terminal));
    }

    private static CommandLine line(Slipway slipway, String... arguments) {
        CommandLine line = new CommandLine(slipway);
        Verbs.addTo(line, arguments);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(slipway.terminal.out(), true));
        line.setErr(new PrintWriter(slipway.terminal.err(), true));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                slipway.terminal.live() ? CommandLine.Help.Ansi.AUTO : CommandLine.Help.Ansi.OFF));
        addExitStatuses(line, "");
        line.setParameterExceptionHandler((problem, given) -> slipway.misused(problem));
        line.setExecutionExceptionHandler((problem, command, parsed) -> slipway.failed(problem));
        return line;
    }

    /**
     * Adds the exit statuses to help pages. The text is built only when a page is shown, because most calls show none.
     */
    private static void addExitStatuses(CommandLine line, String verb) {
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> HelpText.footer(verb));
        line.getSubcommands()
                .values()
                .forEach(inner -> addExitStatuses(inner, (verb + " " + inner.getCommandName()).strip()));
    }

    /** Returns the version of the jar; classes outside of a jar have no version. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Slipway.class.getPackage().getImplementationVersion();
            return new String[] {"slipway " + (version == null ? "not released" : version)};
        }
    }

    private int misused(ParameterException problem) {
        String verb = problem.getCommandLine().getCommandSpec().qualifiedName();
        String message = unknownVerb(problem).orElseGet(() -> String.valueOf(problem.getMessage()));
        terminal.failure(Failure.usage(message, verb + " --help shows how to call it."));
        return ExitStatus.CALL;
    }

    /** Returns a message about an unknown verb, with the verb that was probably meant. */
    private static Optional<String> unknownVerb(ParameterException problem) {
        CommandLine line = problem.getCommandLine();
        if (!(problem instanceof UnmatchedArgumentException unmatched)
                || unmatched.isUnknownOption()
                || line.getSubcommands().isEmpty()) {
            return Optional.empty();
        }
        String given = unmatched.getUnmatched().get(0);
        Stream<String> own = line.getSubcommands().keySet().stream();
        Stream<String> ofScripts = line.getParent() == null ? ScriptVerbs.names().stream() : Stream.empty();
        String near = NearestWord.of(given, Stream.concat(own, ofScripts).toList())
                .map(one -> "; did you mean " + one + "?")
                .orElse("");
        return Optional.of(line.getCommandSpec().qualifiedName() + " has no verb " + given + near);
    }

    private int failed(Exception problem) {
        if (problem instanceof Failure failure) {
            terminal.failure(failure);
            return failure.exitStatus();
        }
        terminal.failure(new Failure(
                OwnProblem.INTERNAL,
                "internal error of the toolkit: " + problem,
                "",
                "Report it with the command that led here."));
        return ExitStatus.INTERNAL;
    }

    @Override
    public Terminal terminal() {
        return terminal;
    }

    @Override
    public PollDelay pause() {
        return delay;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb?");
    }
}
