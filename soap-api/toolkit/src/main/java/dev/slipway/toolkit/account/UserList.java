package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import java.util.Locale;
import picocli.CommandLine.Command;

/** Calls the service's users. */
@Command(name = "list", description = "Lists users and their rights; only operators and auditors see others.")
final class UserList extends Verb {

    @Override
    protected int run() {
        Answer answer = ask("users");
        if (json()) {
            return answer(Json.object(answer, "users"));
        }
        TextTable table = new TextTable("NAME", "ROLES", "MAY NAME");
        for (Answer user : answer.all("user")) {
            table.row(
                    user.text("name"),
                    Capabilities.words(user.all("role")).toLowerCase(Locale.ROOT),
                    Capabilities.words(user.all("grant")));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
