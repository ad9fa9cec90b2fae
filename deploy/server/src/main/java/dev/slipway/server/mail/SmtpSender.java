package dev.slipway.server.mail;

import dev.slipway.mail.Letter;
import dev.slipway.mail.MailSender;
import dev.slipway.problem.Printable;
import dev.slipway.server.settings.MailSection;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Properties;
import org.springframework.mail.MailException;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.mail.javamail.MimeMessageHelper;

/**
 * Sends mails by SMTP. The sender checks the server's certificate, and refuses a server without STARTTLS where the
 * operator asks for STARTTLS. The sender reads the password file for each mail, so a new password needs no restart.
 */
public final class SmtpSender implements MailSender {
    private static final String CONNECT_MILLIS = "10000";
    private static final String ANSWER_MILLIS = "30000";

    private final MailSection settings;

    public SmtpSender(MailSection settings) {
        this.settings = settings;
    }

    @Override
    public void send(Letter letter) throws IOException {
        JavaMailSenderImpl server = server();
        try {
            server.send(message(server, letter));
        } catch (MailException | MessagingException e) {
            throw new IOException(Printable.line(settings.host() + ":" + settings.port() + ": " + words(e)), e);
        }
    }

    /** Returns the words of the first cause, because the outer ones say only that a mail was not sent. */
    private static String words(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private MimeMessage message(JavaMailSenderImpl server, Letter letter) throws MessagingException {
        MimeMessage message = server.createMimeMessage();
        MimeMessageHelper parts = new MimeMessageHelper(message, StandardCharsets.UTF_8.name());
        parts.setFrom(settings.from());
        parts.setTo(letter.address());
        parts.setSubject(letter.subject());
        parts.setText(letter.body());
        String domain = settings.from().substring(settings.from().indexOf('@') + 1);
        message.setHeader("Message-ID", "<" + letter.id() + "@" + domain + ">");
        // Programs that answer mails by themselves leave such mails alone (RFC 3834).
        message.setHeader("Auto-Submitted", "auto-generated");
        return message;
    }

    private JavaMailSenderImpl server() throws IOException {
        JavaMailSenderImpl server = new JavaMailSenderImpl();
        server.setHost(settings.host());
        server.setPort(settings.port());
        server.setDefaultEncoding(StandardCharsets.UTF_8.name());
        Properties properties = server.getJavaMailProperties();
        properties.put("mail.smtp.connectiontimeout", CONNECT_MILLIS);
        properties.put("mail.smtp.timeout", ANSWER_MILLIS);
        properties.put("mail.smtp.writetimeout", ANSWER_MILLIS);
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        properties.put(
                "mail.smtp.ssl.enable", String.valueOf(settings.security().equals("tls")));
        properties.put(
                "mail.smtp.starttls.enable", String.valueOf(settings.security().equals("starttls")));
        properties.put(
                "mail.smtp.starttls.required",
                String.valueOf(settings.security().equals("starttls")));
        if (settings.login()) {
            properties.put("mail.smtp.auth", "true");
            server.setUsername(settings.user());
            server.setPassword(Files.readString(settings.passwordFile()).strip());
        }
        return server;
    }
}
