package dev.slipway.toolkit.secret;

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
        return listed(ask("publicKeys"), "key", new TextTable("KID", "PURPOSE", "ALGORITHM"), key ->
                new String[] {key.text("kid"), key.text("purpose").toLowerCase(Locale.ROOT), key.text("algorithm")});
    }
}
