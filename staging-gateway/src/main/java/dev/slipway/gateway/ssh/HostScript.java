package dev.slipway.gateway.ssh;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs a short script in a host's POSIX shell, with words as arguments. The user's login shell, which may be any shell,
 * reads the command first. The words are therefore encoded in letters that no shell interprets, and the POSIX shell
 * decodes them.
 */
final class HostScript {
    /** Decodes each word and appends a full stop, because a command substitution strips line ends. */
    private static final String WORDS = "for w do set -- \"$@\" \"$(printf %b. \"$w\")\"; shift; done; ";

    private static final Pattern END = Pattern.compile("status (\\d{1,3})");
    private static final int MOST_LINES = 200;
    private static final int LINES_KEPT = 5;

    private HostScript() {}

    /**
     * The result of a script.
     *
     * @param status 0 on success
     * @param lines the first lines of output
     */
    record Answer(int status, List<String> lines) {
        boolean good() {
            return status == 0;
        }

        /** Returns the output as one line. */
        String words() {
            return String.join(" ", lines).strip();
        }
    }

    /**
     * Returns a command that runs a script with the words as {@code "${1%.}"} and so on.
     *
     * @param script without single quotes
     */
    static String command(String script, String... words) {
        StringBuilder command = new StringBuilder("exec sh -c '" + WORDS + script + "' sh");
        for (String word : words) {
            command.append(" '").append(plain(word)).append('\'');
        }
        return command.toString();
    }

    /** Encodes a word for {@code printf %b}. */
    private static String plain(String word) {
        StringBuilder plain = new StringBuilder();
        for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
            if (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || "/._-".indexOf(b) >= 0) {
                plain.append((char) b);
            } else {
                plain.append(String.format("\\0%03o", b & 0xff));
            }
        }
        return plain.toString();
    }

    /** Runs a script; empty if the host runs no commands, or does not report the end in time. */
    static Optional<Answer> run(OpenSession open, String script, String... words) throws InterruptedException {
        String told = "{ " + script + "; } 2>&1; s=$?; echo; echo status $s";
        Optional<HostCommand> started =
                HostCommand.start(open.session(), command(told, words), List.of(), open.patienceMillis());
        if (started.isEmpty()) {
            return Optional.empty();
        }
        try (HostCommand running = started.get()) {
            return answer(running, open.patienceMillis());
        }
    }

    /** Reads the answer. The last line has the status, whatever the lines before look like. */
    private static Optional<Answer> answer(HostCommand running, int patienceMillis) throws InterruptedException {
        List<String> kept = new ArrayList<>();
        Optional<String> last = Optional.empty();
        for (int count = 0; count < MOST_LINES; count++) {
            Optional<String> line = running.line(patienceMillis);
            if (line.isEmpty()) {
                Matcher end = END.matcher(last.orElse(""));
                return end.matches() ? Optional.of(new Answer(Integer.parseInt(end.group(1)), kept)) : Optional.empty();
            }
            last.filter(text -> !text.isEmpty() && kept.size() < LINES_KEPT).ifPresent(kept::add);
            last = line;
        }
        return Optional.empty();
    }
}
