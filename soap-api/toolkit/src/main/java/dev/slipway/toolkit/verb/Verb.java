package dev.slipway.toolkit.verb;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.profile.Profile;
import dev.slipway.toolkit.profile.Profiles;
import dev.slipway.toolkit.terminal.Terminal;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.wire.ServiceAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The common part of all verbs: the way to the service and the form of the answer. */
public abstract class Verb implements Callable<Integer> {
    private static final Path INPUT = Path.of("-");

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Answers in JSON.")
    private boolean json;

    @Option(names = "--profile", paramLabel = "NAME", description = "Uses NAME.profile in ~/.config/slipway.")
    private String named;

    private ServiceAccess access;

    /** Does the work and prints the answer. */
    protected abstract int run();

    @Override
    public Integer call() {
        return run();
    }

    protected Terminal terminal() {
        return context().terminal();
    }

    protected PollDelay pause() {
        return context().pause();
    }

    private VerbContext context() {
        return (VerbContext) spec.root().userObject();
    }

    protected boolean json() {
        return json;
    }

    /** Calls an operation; names and values of its fields alternate. */
    protected Answer ask(String operation, String... fields) {
        List<Map.Entry<String, String>> ordered = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            ordered.add(Map.entry(fields[i], fields[i + 1]));
        }
        return ask(operation, ordered);
    }

    /** Calls an operation of which fields can come more than once or have fields themselves. */
    protected Answer ask(String operation, List<? extends Map.Entry<String, ?>> fields) {
        return access().ask(operation, fields);
    }

    protected ServiceAccess access() {
        if (access == null) {
            access = new ServiceAccess(
                    terminal(), () -> Profile.load(new Profiles(terminal().environment()).meant(named)));
        }
        return access;
    }

    protected Profile profile() {
        return access().profile();
    }

    /** Returns the token of which {@code given} is the whole or the first characters. */
    protected String whole(String given) {
        return ShortToken.whole(given, access());
    }

    /** Returns whether the caller named standard input instead of a file. */
    protected static boolean isInput(Path file) {
        return file.equals(INPUT);
    }

    /** Returns the name of a file in messages. */
    protected static String named(Path file) {
        return isInput(file) ? "standard input" : file.toString();
    }

    /** Returns the bytes of a local file, or of standard input. */
    protected byte[] bytes(Path file) {
        try {
            return isInput(file) ? terminal().in().readAllBytes() : Files.readAllBytes(file);
        } catch (IOException e) {
            throw Failure.usage(
                            "cannot read " + named(file) + ": " + Failure.reason(e),
                            "Check the file's name and rights.")
                    .at(file);
        }
    }

    /** Returns bytes in the form of the WSDL. */
    protected static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * Prints a list as a table.
     *
     * @param answer the answer with the list
     * @param element the name of each element; the array with {@code --json} has the plural of the name
     * @param table the table with the heads of the columns
     */
    protected int listed(Answer answer, String element, TextTable table, Function<Answer, String[]> row) {
        if (json()) {
            return answer(Json.object(answer, element + "s"));
        }
        answer.all(element).stream().map(row).forEach(table::row);
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }

    protected int answer(Object value) {
        terminal().line(Json.of(value));
        return ExitStatus.DONE;
    }
}
