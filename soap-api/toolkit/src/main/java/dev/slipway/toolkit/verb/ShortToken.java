package dev.slipway.toolkit.verb;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.wire.ServiceAccess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Finds the token of which a user wrote only the first characters. A word that cannot be such a beginning, or with
 * which no token begins, goes to the service unchanged. The service then reports an unknown token.
 */
final class ShortToken {
    /** Whole tokens have 32 characters. A shorter beginning than this could too easily be a typing error. */
    private static final Pattern BEGINNING = Pattern.compile("[0-9a-hjkmnp-tv-z]{4,31}");

    private static final int MOST = 20;

    private ShortToken() {}

    /** Returns the whole token; fails with a list of all candidates if several tokens begin so. */
    static String whole(String given, ServiceAccess access) {
        if (!BEGINNING.matcher(given).matches()) {
            return given;
        }
        Answer found = access.ask(
                "list",
                List.of(
                        Map.entry("offset", "0"),
                        Map.entry("limit", Integer.toString(MOST)),
                        Map.entry("token", given)));
        Map<String, String[]> candidates = new LinkedHashMap<>();
        for (Answer job : found.all("job")) {
            offer(candidates, given, job.text("token"), job, job.find("outcome").orElse(job.text("state")));
            offer(candidates, given, job.text("group"), job, "group");
        }
        if (candidates.size() > 1) {
            throw ambiguous(given, candidates, found.number("total"));
        }
        return candidates.keySet().stream().findFirst().orElse(given);
    }

    private static void offer(Map<String, String[]> candidates, String given, String token, Answer job, String state) {
        if (token.startsWith(given)) {
            String[] row = {token, job.text("name"), state, Figures.time(job.text("accepted"))};
            candidates.put(token, row);
        }
    }

    private static Failure ambiguous(String given, Map<String, String[]> candidates, long total) {
        TextTable table = new TextTable("TOKEN", "NAME", "STATE", "ACCEPTED");
        candidates.values().forEach(table::row);
        String others = total > MOST ? "\nand others" : "";
        return Failure.usage("several tokens begin with " + given, "Write more characters of the one that you mean.")
                .because(String.join("\n", table.lines()) + others);
    }
}
