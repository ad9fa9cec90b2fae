package dev.slipway.server.settings;

import java.nio.file.Path;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Names the mail server that takes the service's mails.
 *
 * @param host empty: the service sends no mails
 * @param security starttls, tls or none
 * @param user empty for a server that asks for no login
 * @param from the sender of the mails
 * @param pages the address at which users reach the pages, for links in mails
 * @param perHour the most mails about jobs to one user in an hour
 */
public record MailSection(
        @DefaultValue("") String host,
        @DefaultValue("587") int port,
        @DefaultValue("starttls") String security,
        @DefaultValue("") String user,
        @DefaultValue("") Path passwordFile,
        @DefaultValue("") String from,
        @DefaultValue("") String pages,
        @DefaultValue("20") int perHour) {
    public MailSection {
        passwordFile = ServerSettings.given(passwordFile);
    }

    /** Returns whether the service sends mails. */
    public boolean on() {
        return !host.isEmpty();
    }

    /** Returns whether the mail server asks for a login. */
    public boolean login() {
        return !user.isEmpty();
    }
}
