package dev.slipway.toolkit.account;

import dev.slipway.toolkit.profile.NewPassword;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's userAdd. */
@Command(
        name = "add",
        description = {
            "Makes a user, with the role user by default.",
            "The user's jobs may name only granted sources, hosts, sites and folders."
        })
final class UserAdd extends UserVerb {
    @Mixin
    private RightsOptions rights;

    @Mixin
    private NewPassword password;

    @Override
    protected int run() {
        List<Map.Entry<String, String>> fields = fields();
        fields.add(Map.entry("password", password.of(name(), terminal())));
        if (rights.noRole()) {
            fields.add(Map.entry("role", "USER"));
        }
        rights.addTo(fields);
        return change("userAdd", fields, "is made");
    }
}
