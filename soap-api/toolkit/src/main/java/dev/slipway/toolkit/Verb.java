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

/** What all verbs share: the way to the service and the form of the answer. */
abstract class Verb implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "Answers in JSON.")
    private boolean json;

    private Profile profile;
    private char[] password;
    private Service service;

    /** Does the work and answers. */
    abstract int run();

    @Override
    public Integer call() {
        return run();
    }

    Terminal terminal() {
        return slipway().terminal();
    }

    Pause pause() {
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
        if (service == null) {
            service = new Service(profile(), password());
        }
        return service.call(operation, fields);
    }

    Profile profile() {
        if (profile == null) {
            profile = Profile.load(Profile.place(terminal().environment()));
        }
        return profile;
    }

    /** The caller's own, asked for once. */
    char[] password() {
        if (password == null) {
            password = profile().password(terminal()).orElseGet(() -> terminal()
                    .ask("Password of " + profile().user() + ": "));
        }
        return password;
    }

    /** The bytes of a local document, as the service takes them. */
    static String document(Path file) {
        try {
            return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
        } catch (IOException e) {
            throw Failure.usage("cannot read " + file + ": " + Profile.reason(e), "Check the file's name and rights.");
        }
    }

    int answer(Object value) {
        terminal().line(Json.of(value));
        return ExitStatus.OK;
    }
}
