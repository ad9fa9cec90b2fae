package dev.slipway.service.translation;

import dev.slipway.mail.MailChoice;
import dev.slipway.service.wire.MailDigest;
import dev.slipway.service.wire.MailEvent;

/** Translates the choice of mails to a type of the WSDL. */
public final class MailTranslation {
    private MailTranslation() {}

    public static dev.slipway.service.wire.MailChoice choice(MailChoice choice) {
        dev.slipway.service.wire.MailChoice wire = new dev.slipway.service.wire.MailChoice();
        wire.setAddress(choice.address());
        wire.setConfirmed(choice.confirmed());
        choice.events().stream()
                .sorted()
                .map(event -> MailEvent.valueOf(event.name()))
                .forEach(wire.getEvent()::add);
        wire.setDigest(MailDigest.valueOf(choice.digest().name()));
        wire.setZone(choice.zone().getId());
        return wire;
    }
}
