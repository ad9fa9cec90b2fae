package dev.slipway.toolkit.wire;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.profile.OpenLogin;
import dev.slipway.toolkit.profile.Profile;
import dev.slipway.toolkit.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Calls the service that a profile names: by the token of an open login, or by the password if there is none. */
public final class ServiceAccess {
    public static final String BY_FILE =
            "Put the password into a file that only you can read and name it by password-file in the profile";

    private final Terminal terminal;
    private final Supplier<Profile> load;
    private Profile profile;
    private char[] password;
    private ServiceClient service;
    private boolean byToken;

    /** @param load reads the profile; a verb that makes no call does not need one */
    public ServiceAccess(Terminal terminal, Supplier<Profile> load) {
        this.terminal = terminal;
        this.load = load;
    }

    public Profile profile() {
        if (profile == null) {
            profile = load.get();
        }
        return profile;
    }

    /** Calls an operation. If the login has ended, it is forgotten and the password takes its place. */
    public Answer ask(String operation, List<? extends Map.Entry<String, ?>> fields) {
        if (service == null) {
            open();
        }
        try {
            return service.call(operation, fields);
        } catch (Failure failure) {
            if (!byToken || !failure.is(OwnProblem.NOT_AUTHENTICATED)) {
                throw failure;
            }
            OpenLogin.forget(profile());
            terminal.note("the login of " + profile().user() + " is over");
            openByPassword(known().orElseThrow(this::over));
            return service.call(operation, fields);
        }
    }

    /** Calls an operation by the token of the open login, never by the password. */
    public Answer askByToken(String operation, List<? extends Map.Entry<String, ?>> fields) {
        return OpenLogin.of(profile())
                .map(login -> ServiceClient.byToken(profile(), login.token()).call(operation, fields))
                .orElseThrow(this::over);
    }

    private void open() {
        Optional<OpenLogin> login = OpenLogin.of(profile());
        if (login.isPresent() && login.get().expires().isAfter(terminal.clock().instant())) {
            service = ServiceClient.byToken(profile(), login.get().token());
            byToken = true;
        } else if (login.isPresent()) {
            openByPassword(known().orElseThrow(this::over));
        } else {
            openByPassword(password(BY_FILE + ", or log in: slipway login."));
        }
    }

    private Failure over() {
        return new Failure(
                OwnProblem.NOT_AUTHENTICATED,
                "the login of " + profile().user() + " is over, and the profile names no password-file",
                "",
                "Log in again: slipway login.");
    }

    /** Uses this password for all further calls. */
    public void openByPassword(char[] given) {
        service = ServiceClient.byPassword(profile(), given);
        byToken = false;
    }

    /**
     * Returns the caller's own password; asks for it once.
     *
     * @param otherwise what to do where there is no terminal
     */
    public char[] password(String otherwise) {
        return known().orElseThrow(() -> Failure.usage(
                "there is no password: the profile names no password-file, and none was typed at a terminal",
                otherwise));
    }

    /** Returns the caller's own password from the profile's file or from the terminal. */
    private Optional<char[]> known() {
        if (password == null) {
            password = profile()
                    .password(terminal)
                    .or(() ->
                            terminal.prompt().unseen("Password of " + profile().user() + ": "))
                    .orElse(null);
        }
        return Optional.ofNullable(password);
    }
}
