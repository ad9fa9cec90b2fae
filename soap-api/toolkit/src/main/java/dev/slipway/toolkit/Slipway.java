package dev.slipway.toolkit;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of Slipway. */
@Command(
        name = "slipway",
        description = "Submits jobs to a Slipway service and follows them.",
        synopsisSubcommandLabel = "VERB")
public final class Slipway implements Runnable {
    @Spec
    private CommandSpec spec;

    @CommandLine.Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = CommandLine.ScopeType.INHERIT,
            description = "Shows this help.")
    private boolean help;

    private final Pause pause;
    private Terminal terminal;

    Slipway(Terminal terminal, Pause pause) {
        this.terminal = terminal;
        this.pause = pause;
    }

    /** Runs one verb and exits with its status. */
    public static void main(String[] arguments) {
        Terminal terminal = Terminal.ofProcess();
        int status = new Slipway(terminal, Pause.real()).run(arguments);
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

    /** All verbs with all their options, for what is made of them. */
    static CommandLine model(Terminal terminal) {
        return line(new Slipway(terminal, Pause.real()));
    }

    private static CommandLine line(Slipway slipway, String... arguments) {
        CommandLine line = new CommandLine(slipway);
        Verbs.addTo(line, arguments);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(new PrintWriter(slipway.terminal.out(), true));
        line.setErr(new PrintWriter(slipway.terminal.err(), true));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(
                slipway.terminal.live() ? CommandLine.Help.Ansi.AUTO : CommandLine.Help.Ansi.OFF));
        addExitStatuses(line);
        line.setParameterExceptionHandler((problem, given) -> slipway.misused(problem));
        line.setExecutionExceptionHandler((problem, command, parsed) -> slipway.failed(problem));
        return line;
    }

    private static void addExitStatuses(CommandLine line) {
        line.getCommandSpec().usageMessage().footer(HelpText.EXIT_STATUSES);
        line.getSubcommands().values().forEach(Slipway::addExitStatuses);
    }

    private int misused(ParameterException problem) {
        String verb = problem.getCommandLine().getCommandSpec().qualifiedName();
        terminal.failure(Failure.usage(
                Answer.clean(String.valueOf(problem.getMessage())).replace('\n', ' '),
                verb + " --help shows how to call it."));
        return ExitStatus.USAGE;
    }

    private int failed(Exception problem) {
        if (problem instanceof Failure failure) {
            terminal.failure(failure);
            return failure.exitStatus();
        }
        terminal.failure(new Failure(
                ExitStatus.INTERNAL,
                "internal error of the toolkit: " + problem,
                "",
                "Report it with the command that led here."));
        return ExitStatus.INTERNAL;
    }

    Terminal terminal() {
        return terminal;
    }

    Pause pause() {
        return pause;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb?");
    }
}
