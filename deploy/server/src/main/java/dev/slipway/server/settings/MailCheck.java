package dev.slipway.server.settings;

import dev.slipway.mail.MailAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;

/** Finds unusable values in the keys of the mail server. */
record MailCheck(SettingsCheck check) {
    private static final Set<String> SECURITY = Set.of("starttls", "tls", "none");
    private static final String LOOPBACK = "localhost|127\\.[0-9.]+|::1";

    void mail(MailSection mail) {
        if (!mail.on()) {
            off(mail);
            return;
        }
        if (!mail.host().matches("[A-Za-z0-9][A-Za-z0-9.-]*|[0-9a-fA-F:]+")) {
            check.wrong("mail.host", "not a host: \"" + mail.host() + "\"", "Give a name or an address.");
        }
        check.port("mail.port", mail.port(), 1);
        security(mail);
        if (mail.login() || !mail.passwordFile().toString().isEmpty()) {
            SourceCheck.user(check, "mail", mail.user(), mail.passwordFile());
        }
        if (!MailAddress.isPlain(mail.from())) {
            check.wrong("mail.from", "not an address: \"" + mail.from() + "\"", "Give one, as slipway@example.org.");
        }
        if (!isPages(mail.pages())) {
            check.wrong(
                    "mail.pages",
                    "not the address of the pages: \"" + mail.pages() + "\"",
                    "Write https://HOST:PORT as users' browsers reach the service, without a path.");
        }
        check.atLeastOne("mail.per-hour", mail.perHour());
    }

    /** Refuses keys without a host, because an operator who sets them expects mails. */
    private void off(MailSection mail) {
        if (mail.login()
                || !mail.passwordFile().toString().isEmpty()
                || !mail.from().isEmpty()
                || !mail.pages().isEmpty()) {
            check.wrong("mail.host", "it is empty, but other keys of mail are set", "Name the mail server too.");
        }
    }

    private void security(MailSection mail) {
        if (!SECURITY.contains(mail.security())) {
            check.wrong("mail.security", "not a way: \"" + mail.security() + "\"", "Write starttls, tls or none.");
        }
        if (mail.security().equals("none") && mail.login() && !mail.host().matches(LOOPBACK)) {
            check.wrong(
                    "mail.security",
                    "the password would go to " + mail.host() + " in the clear",
                    "Write starttls or tls, or leave out the user.");
        }
    }

    private static boolean isPages(String text) {
        try {
            URI address = new URI(text);
            return "https".equals(address.getScheme())
                    && address.getHost() != null
                    && address.getRawUserInfo() == null
                    && address.getRawPath().isEmpty()
                    && address.getRawQuery() == null
                    && address.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
