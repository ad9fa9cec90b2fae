package dev.slipway.callback;

import java.io.IOException;
import java.net.URI;

/** The port through which a callback leaves. */
@FunctionalInterface
public interface CallbackSender {

    /**
     * Posts the body, signed, and returns when the receiver has taken it.
     *
     * @param body JSON
     * @throws IOException if it was not taken; the message is one line for people and names no secret
     * @throws InterruptedException when the calling thread is interrupted
     */
    void send(URI receiver, String body) throws IOException, InterruptedException;
}
