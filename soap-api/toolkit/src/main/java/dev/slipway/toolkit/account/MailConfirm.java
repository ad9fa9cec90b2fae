package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.ExitStatus;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Calls the service's mailConfirm. */
@Command(
        name = "confirm",
        description = "Confirms your address by the code that was sent there; the code is good for an hour.")
final class MailConfirm extends MailVerb {
    @Parameters(paramLabel = "CODE", description = "The eight digits in the mail.")
    private String code;

    @Override
    protected int run() {
        ask("mailConfirm", "code", code);
        if (json()) {
            return answer(Map.of("confirmed", true));
        }
        terminal().note("your address is confirmed; news of your jobs come from now on");
        return ExitStatus.DONE;
    }
}
