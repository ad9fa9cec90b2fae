package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Quotes the lines of a document beside a finding. A line that may show a password is not quoted. */
final class SourceLines {
    private static final int MOST_SHOWN = 120;
    private static final Pattern SECRET = Pattern.compile("(?i)passw|passphrase|pwd|secret|token|privatekey|@");

    private final List<String> lines;
    private final Set<Long> silent;

    private SourceLines(List<String> lines, Set<Long> silent) {
        this.lines = lines;
        this.silent = silent;
    }

    /** Reads the lines of a document. Lines of a document that is no UTF-8 text are never quoted. */
    static SourceLines of(byte[] document, List<Answer> findings) {
        boolean unread =
                findings.stream().anyMatch(finding -> finding.text("code").equals("document.malformed"));
        Set<Long> silent = findings.stream()
                .filter(finding -> finding.text("code").equals("secret.clear"))
                .map(finding -> finding.number("line"))
                .collect(Collectors.toSet());
        try {
            // In broken XML a password cannot be distinguished from the name of an element.
            return new SourceLines(unread ? List.of() : text(document).lines().toList(), silent);
        } catch (CharacterCodingException e) {
            return new SourceLines(List.of(), silent);
        }
    }

    private static String text(byte[] document) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(document))
                .toString();
    }

    /** Returns the line of this number, from 1, as one short line of plain text. */
    Optional<String> quote(int line) {
        if (line < 1 || line > lines.size() || silent.contains((long) line)) {
            return Optional.empty();
        }
        String text = lines.get(line - 1).strip().replaceAll("\\p{Cntrl}", " ");
        return SECRET.matcher(text).find() || text.isEmpty()
                ? Optional.empty()
                : Optional.of(text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN - 1) + "\u2026" : text);
    }
}
