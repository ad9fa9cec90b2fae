package dev.slipway.gateway.http;

/** What a site sent is not what was asked for; the words are for people, and hold nothing of what was asked with. */
public final class AnswerFault extends Exception {
    private static final long serialVersionUID = 1L;

    public AnswerFault(String message) {
        super(message);
    }
}
