package dev.slipway.mail;

import dev.slipway.clock.RetryPace;
import java.net.URI;
import java.time.Duration;

/**
 * Says how mails are made and how long they are tried.
 *
 * @param pages the address of the service's pages, without a slash at its end
 * @param perHour the most mails to one user in an hour; later news wait and come together
 * @param pace the pauses between the tries of a mail
 */
public record MailSettings(URI pages, int perHour, RetryPace pace) {

    /** Makes the settings with the pace of callbacks. */
    public static MailSettings usual(URI pages, int perHour) {
        return new MailSettings(pages, perHour, RetryPace.usual(Duration.ofHours(24)));
    }
}
