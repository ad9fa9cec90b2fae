package dev.slipway.mail;

import java.time.ZoneId;
import java.util.Set;

/**
 * Holds the news of jobs that a user wants by mail.
 *
 * @param digest how the user is told of the runs of schedules
 * @param zone in which mails tell times
 * @param confirmed whether the user has shown that mails to the address arrive; before that, only the code is sent
 */
public record MailChoice(String address, Set<MailEvent> events, Digest digest, ZoneId zone, boolean confirmed) {
    public MailChoice {
        events = Set.copyOf(events);
    }
}
