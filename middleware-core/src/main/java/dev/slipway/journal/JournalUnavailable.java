package dev.slipway.journal;

/** The store cannot be reached or refused to answer; the same call may succeed later. */
public final class JournalUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JournalUnavailable(String what, Throwable cause) {
        super(what, cause);
    }
}
