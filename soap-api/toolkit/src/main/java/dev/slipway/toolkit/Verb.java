package dev.slipway.toolkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The common part of all verbs: the way to the service and the form of the answer. */
abstract class Verb implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Answers in JSON.")
    private boolean json;

    @Option(names = "--profile", paramLabel = "NAME", description = "Uses NAME.profile in ~/.config/slipway.")
    private String named;

    private ServiceAccess access;

    /** Does the work and prints the answer. */
    abstract int run();

    @Override
    public Integer call() {
        return run();
    }

    Terminal terminal() {
        return slipway().terminal();
    }

    PollDelay pause() {
        return slipway().pause();
    }

    private Slipway slipway() {
        return (Slipway) spec.root().userObject();
    }

    boolean json() {
        return json;
    }

    /** Calls an operation; names and values of its fields alternate. */
    Answer ask(String operation, String... fields) {
        List<Map.Entry<String, String>> ordered = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            ordered.add(Map.entry(fields[i], fields[i + 1]));
        }
        return ask(operation, ordered);
    }

    /** Calls an operation of which fields can come more than once. */
    Answer ask(String operation, List<Map.Entry<String, String>> fields) {
        return access().ask(operation, fields);
    }

    ServiceAccess access() {
        if (access == null) {
            access = new ServiceAccess(
                    terminal(), () -> Profile.load(new Profiles(terminal().environment()).meant(named)));
        }
        return access;
    }

    Profile profile() {
        return access().profile();
    }

    /** Returns the bytes of a local file. */
    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw Failure.usage("cannot read " + file + ": " + Profile.reason(e), "Check the file's name and rights.")
                    .at(file);
        }
    }

    /** Returns a local document in the form of the WSDL. */
    static String document(Path file) {
        return Base64.getEncoder().encodeToString(bytes(file));
    }

    /** Prints the findings in a document for people. JSON has the findings in the answer or in the failure. */
    void remarkOn(Path file, List<Answer> findings) {
        if (!json) {
            FindingLines.lines(file, findings).forEach(terminal()::remark);
        }
    }

    int answer(Object value) {
        terminal().line(Json.of(value));
        return ExitStatus.OK;
    }
}
