package dev.slipway.toolkit.account;

import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Calls the service's users. */
@Command(name = "list", description = "Lists users and their rights; only operators and auditors see others.")
final class UserList extends Verb {

    @Override
    protected int run() {
        return listed(ask("users"), "user", new TextTable("NAME", "ROLES", "MAY NAME"), user -> new String[] {
            user.text("name"),
            Capabilities.words(user.all("role")).toLowerCase(Locale.ROOT),
            Capabilities.words(user.all("grant"))
        });
    }
}
