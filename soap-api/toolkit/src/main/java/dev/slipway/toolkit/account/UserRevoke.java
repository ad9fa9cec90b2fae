package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Failure;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's userRevoke. */
@Command(
        name = "revoke",
        description = {
            "Takes roles, sources, hosts, sites and folders from a user; steps that have not moved yet then fail.",
            "--source also revokes storing there; --store revokes only storing.",
            "A user without a role cannot log in. The last operator cannot be revoked."
        })
final class UserRevoke extends UserVerb {
    @Mixin
    private RightsOptions rights;

    @Override
    protected int run() {
        if (rights.none()) {
            throw Failure.usage(
                    "nothing to revoke", "Name it by --role, --source, --store, --host, --site, --folder or --all.");
        }
        List<Map.Entry<String, String>> fields = fields();
        rights.addTo(fields);
        return change("userRevoke", fields, "has it no longer");
    }
}
