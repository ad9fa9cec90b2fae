package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.profile.OpenLogin;
import dev.slipway.toolkit.profile.PasswordFile;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.verb.Verb;
import dev.slipway.toolkit.wire.ServiceAccess;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls the service's login. */
@Command(
        name = "login",
        description = {
            "Gets a token for the profile's user; calls use the token until it ends or `slipway logout`.",
            "The token is kept beside the profile, in a file that only you can read. The password is not kept."
        })
public final class Login extends Verb {
    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = "The file with the password in its first line, - for standard input; default: the profile's"
                    + " password-file, or the terminal.")
    private Path file;

    @Override
    protected int run() {
        char[] password = file == null
                ? access().password(ServiceAccess.BY_FILE + ", or by --password-file; - is standard input.")
                : PasswordFile.read(file, "Check the file's name and rights.", terminal());
        access().openByPassword(password);
        Answer answer = ask("login", List.of());
        OpenLogin login = new OpenLogin(answer.text("token"), Instant.parse(answer.text("expires")));
        login.keep(profile());
        if (json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("user", profile().user());
            object.put("expires", login.expires().toString());
            return answer(object);
        }
        terminal()
                .note(profile().user() + " is logged in until "
                        + Figures.time(login.expires().toString()));
        return ExitStatus.DONE;
    }
}
