package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.profile.OpenLogin;
import dev.slipway.toolkit.verb.Verb;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** Calls the service's logout. */
@Command(
        name = "logout",
        description = "Ends the login at the service and removes its token; without a login, nothing changes.")
public final class Logout extends Verb {
    @Override
    protected int run() {
        boolean open = OpenLogin.of(profile())
                .filter(login -> login.expires().isAfter(terminal().clock().instant()))
                .isPresent();
        if (open) {
            end();
        }
        OpenLogin.forget(profile());
        if (json()) {
            return answer(Map.of("user", profile().user()));
        }
        terminal().note(profile().user() + (open ? " is logged out" : " was not logged in"));
        return ExitStatus.DONE;
    }

    /** Ends the login at the service. A login that the service has ended already counts as success. */
    private void end() {
        try {
            access().askByToken("logout", List.of());
        } catch (Failure failure) {
            if (!failure.is(OwnProblem.NOT_AUTHENTICATED)) {
                throw failure;
            }
        }
    }
}
