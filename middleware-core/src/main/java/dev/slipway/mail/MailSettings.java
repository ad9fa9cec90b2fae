package dev.slipway.mail;

import java.net.URI;
import java.time.Duration;

/**
 * Says how mails are made and how long they are tried.
 *
 * @param pages the address of the service's pages, without a slash at its end
 * @param perHour the most mails to one user in an hour; later news wait and come together
 * @param firstRetry the wait between the first try and the second; each wait is double the one before
 * @param lastRetry the longest wait
 * @param giveUp the age of a mail at which tries stop
 */
public record MailSettings(URI pages, int perHour, Duration firstRetry, Duration lastRetry, Duration giveUp) {

    /** Makes the settings with the pace of callbacks. */
    public static MailSettings usual(URI pages, int perHour) {
        return new MailSettings(pages, perHour, Duration.ofSeconds(2), Duration.ofMinutes(30), Duration.ofHours(24));
    }

    Duration pause(int tries) {
        Duration doubled = firstRetry.multipliedBy(1L << Math.min(tries, 20));
        return doubled.compareTo(lastRetry) > 0 ? lastRetry : doubled;
    }
}
