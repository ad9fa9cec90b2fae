package dev.slipway.gateway.http;

/** Thrown when a site's answer is not the expected one. The message is for people and holds nothing of the question. */
public final class AnswerFault extends Exception {
    private static final long serialVersionUID = 1L;

    public AnswerFault(String message) {
        super(message);
    }
}
