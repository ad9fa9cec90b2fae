package dev.slipway.web.jobs;

/** A result does not hold what its role says. The message names the place in the file, the hint says what to write instead. */
final class UndrawableException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 40;

    private final String hint;

    UndrawableException(String message, String hint) {
        super(message);
        this.hint = hint;
    }

    String hint() {
        return hint;
    }

    /** A cell or a column's name as a message quotes it: short, on one line. */
    static String shown(String text) {
        String line = text.replaceAll("\\p{Cc}", "\uFFFD");
        return "\"" + (line.length() > SHOWN ? line.substring(0, SHOWN) + "\u2026" : line) + "\"";
    }
}
