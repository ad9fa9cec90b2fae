package dev.slipway.gateway.sheet;

/** Thrown when a file is no workbook, or lacks a requested part. The message is for people. */
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

    /** Makes the fault of a file that the libraries cannot open, with their message as detail. */
    static SheetFault unreadable(Exception cause) {
        return new SheetFault("it cannot be read as .xlsx", String.valueOf(cause.getMessage()));
    }

    String detail() {
        return detail;
    }
}
