package dev.slipway.web.results;

/** Says that a result does not fit the role. The message names the place in the file, and the hint gives the remedy. */
public final class UndrawableException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 40;

    private final String hint;

    public UndrawableException(String message, String hint) {
        super(message);
        this.hint = hint;
    }

    public String hint() {
        return hint;
    }

    /** Shortens a cell or a column's name for a message: short, and on one line. */
    public static String shown(String text) {
        String line = text.replaceAll("\\p{Cc}", "\uFFFD");
        return "\"" + (line.length() > SHOWN ? line.substring(0, SHOWN) + "\u2026" : line) + "\"";
    }
}
