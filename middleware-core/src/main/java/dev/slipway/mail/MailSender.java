package dev.slipway.mail;

import java.io.IOException;

/** The port through which a mail is sent. */
@FunctionalInterface
public interface MailSender {

    /**
     * Hands the mail to a mail server and returns when the server has taken it.
     *
     * @throws IOException if the server did not take the mail; the message is one line for people and names no secret
     */
    void send(Letter letter) throws IOException;
}
