package dev.slipway.callback;

import java.io.IOException;
import java.net.URI;

/** The port through which a callback is sent. */
@FunctionalInterface
public interface CallbackSender {

    /**
     * Posts the body, signed, and returns when the receiver has accepted it.
     *
     * @param body JSON
     * @throws IOException if the receiver did not accept the body; the message is one line for people and names no
     *     secret
     * @throws InterruptedException when the calling thread is interrupted
     */
    void send(URI receiver, String body) throws IOException, InterruptedException;
}
