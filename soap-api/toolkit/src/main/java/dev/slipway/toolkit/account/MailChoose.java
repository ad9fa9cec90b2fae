package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.verb.ZoneOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls the service's mailChoose. */
@Command(
        name = "choose",
        description = {
            "Chooses the news of your jobs that come by mail, and the address.",
            "A new address gets a code first: give it back by `slipway mail confirm`."
        })
final class MailChoose extends MailVerb {
    private static final List<String> EVENTS = List.of("closed", "failed", "waiting");
    private static final List<String> DIGESTS = List.of("each", "daily", "weekly");

    @Parameters(paramLabel = "ADDRESS", description = "Your e-mail address, as ann@example.org.")
    private String address;

    @Option(
            names = "--on",
            paramLabel = "NEWS",
            split = ",",
            description = "The news: closed (done or cancelled), failed, waiting (held, or a problem that you must"
                    + " solve); several with commas (default all).")
    private List<String> events = EVENTS;

    @Option(
            names = "--digest",
            paramLabel = "DIGEST",
            description =
                    "How runs of your schedules are told: each (a mail for each run, the default), daily or weekly"
                            + " (one mail at 7:00, each day or each Monday).")
    private String digest = "each";

    @Mixin
    private ZoneOption zone;

    @Override
    protected int run() {
        List<Map.Entry<String, Object>> fields = new ArrayList<>();
        fields.add(Map.entry("address", address));
        events.forEach(event -> fields.add(Map.entry("event", word("--on", event, EVENTS))));
        fields.add(Map.entry("digest", word("--digest", digest, DIGESTS)));
        fields.add(zone.field());
        return chosen(ask("mailChoose", fields));
    }

    /** Returns the word of the service for a word of an option. */
    private static String word(String option, String given, List<String> known) {
        String word = given.strip().toLowerCase(Locale.ROOT);
        if (!known.contains(word)) {
            throw Failure.usage(option + " does not know '" + given + "'", "Write " + String.join(", ", known) + ".");
        }
        return word.toUpperCase(Locale.ROOT);
    }
}
