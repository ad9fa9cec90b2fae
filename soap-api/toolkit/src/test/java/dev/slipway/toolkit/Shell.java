package dev.slipway.toolkit;

import dev.slipway.toolkit.terminal.Prompt;
import dev.slipway.toolkit.terminal.Terminal;
import dev.slipway.toolkit.verb.PollDelay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls the toolkit as a shell does and keeps the output. */
public final class Shell {
    private final Map<String, String> environment = new HashMap<>();
    private final Path folder;
    public boolean live;
    public String in = "";
    final List<String> typed = new ArrayList<>();
    public PollDelay delay = time -> {};
    public String out = "";
    public String err = "";

    /** Types the given answers in turn. Without answers there is no terminal. */
    private record Typist(List<String> typed) implements Prompt {
        @Override
        public Optional<char[]> unseen(String question) {
            return typed.isEmpty()
                    ? Optional.empty()
                    : Optional.of(typed.remove(0).toCharArray());
        }

        @Override
        public boolean readsFromTerminal() {
            return !typed.isEmpty();
        }
    }

    public Shell(Path folder) {
        this.folder = folder;
    }

    public Shell profile(URI endpoint, String user, String password, Path ca) throws IOException {
        Path secret = Files.writeString(folder.resolve(user + ".password"), password + "\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path profile = folder.resolve("profile-" + user);
        Files.writeString(
                profile,
                "endpoint=" + endpoint + "\nuser=" + user + "\npassword-file=" + secret.getFileName() + "\nca=" + ca
                        + "\n");
        environment.put("SLIPWAY_PROFILE", profile.toString());
        return this;
    }

    public Shell environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public int run(String... arguments) {
        ByteArrayOutputStream answers = new ByteArrayOutputStream();
        ByteArrayOutputStream remarks = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(answers, false, StandardCharsets.UTF_8),
                new PrintStream(remarks, true, StandardCharsets.UTF_8),
                live,
                new Typist(typed),
                environment,
                Clock.fixed(ScriptedJobs.BEGUN.plusSeconds(60), ZoneOffset.UTC),
                false);
        int status = new Slipway(terminal, delay).run(arguments);
        terminal.out().flush();
        out = answers.toString(StandardCharsets.UTF_8);
        err = remarks.toString(StandardCharsets.UTF_8);
        return status;
    }
}
