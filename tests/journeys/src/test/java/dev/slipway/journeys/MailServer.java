package dev.slipway.journeys;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.slipway.servers.Await;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;

/** A real mail server on this machine, which takes mails without a login and keeps them. */
final class MailServer implements AutoCloseable {
    private final GreenMail server = new GreenMail(ServerSetup.SMTP.dynamicPort());

    MailServer() {
        server.start();
    }

    int port() {
        return server.getSmtp().getPort();
    }

    /** Waits for the mail to this address that is the {@code number}th, and returns its subject and text. */
    String mail(String address, int number) {
        Installation.await("mail " + number + " to " + address, Await.PATIENCE, () -> to(address).length >= number);
        try {
            MimeMessage mail = to(address)[number - 1];
            return mail.getSubject() + "\n" + mail.getContent();
        } catch (MessagingException | IOException e) {
            throw new AssertionError("cannot read a mail", e);
        }
    }

    private MimeMessage[] to(String address) {
        return server.getReceivedMessagesForDomain(address);
    }

    @Override
    public void close() {
        server.stop();
    }
}
