package dev.slipway.gateway.ssh;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A few lines for a host's POSIX shell, with words. The user's login shell, which may be any, reads the command first: so the words stand
 * in it in letters that no shell takes for anything else, and get their own form back in the POSIX shell.
 */
final class HostScript {
    /** Each word, with a full stop behind it: a command substitution takes line ends away. */
    private static final String WORDS = "for w do set -- \"$@\" \"$(printf %b. \"$w\")\"; shift; done; ";

    private static final Pattern END = Pattern.compile("status (\\d{1,3})");
    private static final int MOST_LINES = 200;
    private static final int LINES_KEPT = 5;

    private HostScript() {}

    /**
     * What a script came to.
     *
     * @param status 0 if all went well
     * @param lines what it said, first lines only
     */
    record Answer(int status, List<String> lines) {
        boolean good() {
            return status == 0;
        }

        /** In one line. */
        String words() {
            return String.join(" ", lines).strip();
        }
    }

    /** The command whose script has the words as {@code "${1%.}"} and so on. @param script without single quotes */
    static String command(String script, String... words) {
        StringBuilder command = new StringBuilder("exec sh -c '" + WORDS + script + "' sh");
        for (String word : words) {
            command.append(" '").append(plain(word)).append('\'');
        }
        return command.toString();
    }

    /** As {@code printf %b} reads it. */
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

    /** Runs one; empty if the host runs none, or does not tell its end within the time. */
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

    /** The last line has the status, whatever those before it look like. */
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
