package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.profile.OpenLogin;
import dev.slipway.toolkit.profile.Profile;
import dev.slipway.toolkit.verb.Verb;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;

/** Shows the profile that a call uses. */
@Command(
        name = "show",
        description = {
            "Shows the profile that calls use: its file, the service, the user, and the end of an open login.",
            "--profile NAME shows another profile."
        })
final class ProfileShow extends Verb {
    @Override
    protected int run() {
        Profile profile = profile();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("file", profile.file().toString());
        object.put("endpoint", profile.endpoint().toString());
        object.put("user", profile.user());
        profile.passwordFile().ifPresent(file -> object.put("passwordFile", file.toString()));
        profile.ca().ifPresent(file -> object.put("ca", file.toString()));
        OpenLogin.of(profile)
                .ifPresent(login -> object.put("loginExpires", login.expires().toString()));
        if (json()) {
            return answer(object);
        }
        object.forEach((key, value) -> terminal().line(String.format("%-14s%s", key, value)));
        return ExitStatus.DONE;
    }
}
