package dev.slipway.toolkit.terminal;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;

/**
 * The input and output of a verb: answers go to {@code out}, everything else to {@code err}.
 *
 * @param tty whether {@code out} is a terminal
 * @param prompt asks the user at the terminal
 * @param json whether {@code err} gets JSON too, one object per line
 */
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean tty,
        Prompt prompt,
        Map<String, String> environment,
        Clock clock,
        boolean json) {

    /** Returns the terminal of this process. */
    public static Terminal ofProcess() {
        return new Terminal(
                System.in,
                new PrintStream(System.out, false, StandardCharsets.UTF_8),
                new PrintStream(System.err, true, StandardCharsets.UTF_8),
                isTerminal(1),
                new ControllingTerminal(isTerminal(0)),
                System.getenv(),
                Clock.systemUTC(),
                false);
    }

    /** Returns this terminal in JSON mode. */
    public Terminal inJson() {
        return new Terminal(in, out, err, tty, prompt, environment, clock, true);
    }

    /** Returns whether {@code out} may be redrawn and coloured. */
    public boolean live() {
        return tty && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    public void line(String text) {
        out.println(text);
        out.flush();
    }

    /** Prints a note on standard error. */
    public void note(String text) {
        remark(json ? Json.of(Map.of("note", text)) : "slipway: " + text);
    }

    /** Prints a line on standard error unchanged. */
    public void remark(String text) {
        err.println(text);
    }

    public void failure(Failure failure) {
        if (json) {
            remark(Json.of(failure.object()));
            return;
        }
        note(failure.line());
        failure.detail().lines().forEach(line -> err.println("  " + line));
        if (!failure.hint().isEmpty()) {
            err.println("hint: " + failure.hint());
        }
    }

    /** Prints bytes unchanged. For a terminal, characters that could steer the terminal are removed. */
    public void bytes(byte[] bytes) {
        if (tty) {
            out.print(Answer.clean(new String(bytes, StandardCharsets.UTF_8).replace("\t", "        ")));
        } else {
            out.write(bytes, 0, bytes.length);
        }
        out.flush();
    }

    public String bold(String text) {
        return styled("1", text);
    }

    public String good(String text) {
        return styled("32", text);
    }

    public String bad(String text) {
        return styled("31", text);
    }

    public String dim(String text) {
        return styled("2", text);
    }

    private String styled(String code, String text) {
        return live() && environment.getOrDefault("NO_COLOR", "").isEmpty()
                ? "\u001b[" + code + "m" + text + "\u001b[0m"
                : text;
    }

    /** Returns the width in columns. The script that starts the toolkit asks the terminal. */
    public int width() {
        return size("COLUMNS", 80);
    }

    /** Returns the height in rows. */
    public int height() {
        return size("LINES", 24);
    }

    private int size(String name, int otherwise) {
        String value = environment.getOrDefault(name, "");
        return value.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(value) : otherwise;
    }

    /** Asks for a new password, twice. */
    public char[] askNew(String user) {
        char[] first = prompt.unseen("New password of " + user + ": ")
                .orElseThrow(() -> Failure.usage(
                        "there is no new password: no file is named, and none was typed at a terminal",
                        "Put it into a file that only you can read, and name that by --password-file;"
                                + " - is standard input."));
        if (!Arrays.equals(first, prompt.unseen("The same again: ").orElse(null))) {
            throw Failure.usage("the two new passwords are not the same", "Nothing was changed: try again.");
        }
        return first;
    }
}
