package dev.slipway.gateway.sheet;

/** A workbook does not have what the step asks for, or is none; the words are for people. */
final class SheetFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final String detail;

    SheetFault(String message) {
        this(message, "");
    }

    private SheetFault(String message, String detail) {
        super(message);
        this.detail = detail;
    }

    /** What the libraries that open it say. */
    static SheetFault unreadable(Exception cause) {
        return new SheetFault("it cannot be read as .xlsx", String.valueOf(cause.getMessage()));
    }

    String detail() {
        return detail;
    }
}
