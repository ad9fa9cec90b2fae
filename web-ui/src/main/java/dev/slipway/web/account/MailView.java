package dev.slipway.web.account;

import dev.slipway.mail.Digest;
import dev.slipway.mail.MailChoice;
import dev.slipway.mail.MailEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The choice of mails of a user, for the account page.
 *
 * @param address empty for a user who gets no mails
 * @param digest how the user is told of the runs of schedules
 */
public record MailView(String address, boolean confirmed, List<Event> events, String digest) {

    /** An event of jobs that can be chosen. */
    public record Event(String name, boolean chosen) {}

    /** Without a choice, all events are offered as chosen. */
    static MailView of(Optional<MailChoice> choice) {
        Set<MailEvent> chosen = choice.map(MailChoice::events).orElse(Set.of(MailEvent.values()));
        return new MailView(
                choice.map(MailChoice::address).orElse(""),
                choice.filter(MailChoice::confirmed).isPresent(),
                Arrays.stream(MailEvent.values())
                        .map(event -> new Event(event.name(), chosen.contains(event)))
                        .toList(),
                choice.map(MailChoice::digest).orElse(Digest.EACH).name());
    }
}
