package dev.slipway.service.calls;

import dev.slipway.desk.Caller;
import dev.slipway.mail.Digest;
import dev.slipway.mail.MailDesk;
import dev.slipway.mail.MailEvent;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.translation.MailTranslation;
import dev.slipway.service.translation.TriggerTranslation;
import dev.slipway.service.wire.MailChoice;
import dev.slipway.service.wire.MailChoose;
import dev.slipway.service.wire.MailChooseResponse;
import dev.slipway.service.wire.MailShowResponse;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Implements the operations on mails: translate the call, ask the desk, translate the answer.
 *
 * @param mails empty where the service sends no mails
 */
record MailCalls(Optional<MailDesk> mails) {

    MailShowResponse show(Caller caller) {
        MailShowResponse answer = new MailShowResponse();
        choice(caller).ifPresent(answer::setChoice);
        return answer;
    }

    MailChooseResponse choose(Caller caller, MailChoose call) {
        desk().choose(
                        caller,
                        call.getAddress() == null ? "" : call.getAddress(),
                        call.getEvent().stream()
                                .map(event -> MailEvent.valueOf(event.name()))
                                .collect(Collectors.toSet()),
                        call.getDigest() == null
                                ? Digest.EACH
                                : Digest.valueOf(call.getDigest().name()),
                        TriggerTranslation.zone(call.getZone()));
        MailChooseResponse answer = new MailChooseResponse();
        choice(caller).ifPresent(answer::setChoice);
        return answer;
    }

    void confirm(Caller caller, String code) {
        desk().confirm(caller, code);
    }

    private Optional<MailChoice> choice(Caller caller) {
        return desk().choice(caller).map(MailTranslation::choice);
    }

    private MailDesk desk() {
        return mails.orElseThrow(
                () -> new ProblemException(Problem.of(ProblemCode.MAIL_OFF, "this service sends no mails")));
    }
}
