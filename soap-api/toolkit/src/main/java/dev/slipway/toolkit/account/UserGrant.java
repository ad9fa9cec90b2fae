package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Failure;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's userGrant. */
@Command(name = "grant", description = "Gives a user roles, sources, hosts, sites and folders.")
final class UserGrant extends UserVerb {
    @Mixin
    private RightsOptions rights;

    @Override
    protected int run() {
        if (rights.none()) {
            throw Failure.usage(
                    "nothing to grant", "Name it by --role, --source, --store, --host, --site, --folder or --all.");
        }
        List<Map.Entry<String, String>> fields = fields();
        rights.addTo(fields);
        return change("userGrant", fields, "has it");
    }
}
