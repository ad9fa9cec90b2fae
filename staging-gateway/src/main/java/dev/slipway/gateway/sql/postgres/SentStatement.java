package dev.slipway.gateway.sql.postgres;

import java.sql.SQLException;
import java.util.OptionalInt;

/**
 * A user's statement as sent to a server: behind words of the service, with {@code $1} for a {@code ?} and {@code ?}
 * for a {@code ??}. Translates positions that the server reports into positions of the statement as written.
 *
 * @param before the text sent before the statement
 * @param written the statement as its owner wrote the text
 */
record SentStatement(String before, String written) {

    /**
     * Returns the position in the statement as written; empty for a position outside of the statement.
     *
     * @param place as the server counts: characters of the whole text sent, 1 for the first
     */
    OptionalInt placeInWritten(int place) {
        int[] mine = written.codePoints().toArray();
        int[] sent = sent().codePoints().toArray();
        int wanted = place - 1 - before.codePointCount(0, before.length());
        if (wanted < 0 || wanted >= sent.length) {
            return OptionalInt.empty();
        }
        int at = 0;
        int read = 0;
        while (at < mine.length && read < wanted) {
            boolean marked = mine[at] == '?';
            if (marked && sent[read] == '$') {
                read = afterDigits(sent, read + 1);
            } else {
                read++;
            }
            at += marked && isTwice(mine, at) && !isTwice(sent, read - 1) ? 2 : 1;
        }
        return at < mine.length ? OptionalInt.of(at + 1) : OptionalInt.empty();
    }

    private static boolean isTwice(int[] text, int at) {
        return at + 1 < text.length && text[at + 1] == text[at];
    }

    private static int afterDigits(int[] text, int from) {
        int end = from;
        while (end < text.length && Character.isDigit(text[end])) {
            end++;
        }
        return end;
    }

    private String sent() {
        try {
            return UserStatement.parts(written).get(0).nativeSql;
        } catch (SQLException e) {
            return written;
        }
    }
}
