package dev.slipway.toolkit;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's userPassword. */
@Command(
        name = "passwd",
        description = {
            "Gives a user another password and ends all their logins. Operators change anybody's, others their own.",
            "Who changes their own has to correct the password file of their profile afterwards."
        })
final class UserPasswd extends UserVerb {
    @Mixin
    private NewPassword password;

    @Override
    int run() {
        List<Map.Entry<String, String>> fields = fields();
        fields.add(Map.entry("password", password.of(name(), terminal())));
        if (name().equals(profile().user())) {
            fields.add(Map.entry("current", new String(access().password(ServiceAccess.BY_FILE + "."))));
        }
        return change("userPassword", fields, "has the new password");
    }
}
