package dev.slipway.toolkit.secret;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Calls the service's publicKeys. */
@Command(
        name = "public-keys",
        aliases = "keys",
        description = {
            "Lists the service's public keys, for each purpose the newest first: seal for passwords in documents,"
                    + " callback for"
                    + " signatures of callbacks.",
            "--json shows the keys themselves (spki: SubjectPublicKeyInfo, DER in base64)."
        })
public final class PublicKeys extends Verb {
    @Override
    protected int run() {
        Answer answer = ask("publicKeys");
        if (json()) {
            return answer(Json.object(answer, "keys"));
        }
        TextTable table = new TextTable("KID", "PURPOSE", "ALGORITHM");
        for (Answer key : answer.all("key")) {
            table.row(key.text("kid"), key.text("purpose").toLowerCase(Locale.ROOT), key.text("algorithm"));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
