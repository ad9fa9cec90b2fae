package dev.slipway.toolkit.account;

import dev.slipway.toolkit.profile.NewPassword;
import dev.slipway.toolkit.wire.ServiceAccess;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's userPassword. */
@Command(
        name = "passwd",
        description = {
            "Sets a user's password and ends all their logins. Operators can change all passwords,"
                    + " other users their own.",
            "After a change of your own password, correct the password file of your profile."
        })
final class UserPasswd extends UserVerb {
    @Mixin
    private NewPassword password;

    @Override
    protected int run() {
        List<Map.Entry<String, String>> fields = fields();
        fields.add(Map.entry("password", password.of(name(), terminal())));
        if (name().equals(profile().user())) {
            fields.add(Map.entry("current", new String(access().password(ServiceAccess.BY_FILE + "."))));
        }
        return change("userPassword", fields, "has the new password");
    }
}
