package dev.slipway.server.mail;

import dev.slipway.mail.Letter;
import dev.slipway.server.settings.MailSection;
import java.io.IOException;
import java.nio.file.Path;

/** Sends one mail from a separate process, because a JVM reads the trusted certificates once. */
final class OneMail {
    static final String SENT = "sent";

    private OneMail() {}

    /** Takes port, security and password file; prints "sent", or why the mail was not sent. */
    public static void main(String[] arguments) {
        MailSection server = new MailSection(
                "127.0.0.1",
                Integer.parseInt(arguments[0]),
                arguments[1],
                "slipway",
                Path.of(arguments[2]),
                "slipway@example.org",
                "https://slipway.example.org:8443",
                20);
        try {
            new SmtpSender(server).send(new Letter("one", "olga@example.org", "Slipway: nightly is done", "Job: x\n"));
            System.out.println(SENT);
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
