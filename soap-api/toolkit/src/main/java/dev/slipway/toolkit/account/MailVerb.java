package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.verb.Verb;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A verb about the mails that the caller gets. */
abstract class MailVerb extends Verb {

    /** Prints the choice of mails in the answer. */
    int chosen(Answer answer) {
        if (json()) {
            return answer(answer.child("choice")
                    .<Object>map(choice -> Json.object(choice, "events"))
                    .orElse(Map.of()));
        }
        answer.child("choice").ifPresentOrElse(this::print, () -> terminal().note("no mails come to you"));
        return ExitStatus.DONE;
    }

    private void print(Answer choice) {
        terminal().line("address  " + choice.text("address"));
        String events = choice.all("event").stream()
                .map(event -> event.text().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(","));
        terminal().line("on       " + (events.isEmpty() ? "-" : events));
        terminal().line("digest   " + choice.text("digest").toLowerCase(Locale.ROOT));
        terminal().line("zone     " + choice.text("zone"));
        if (!choice.is("confirmed")) {
            terminal().note("a code was sent to that address; no other mail comes before `slipway mail confirm CODE`");
        }
    }
}
