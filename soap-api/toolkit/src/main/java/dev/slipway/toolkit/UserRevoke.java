package dev.slipway.toolkit;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's userRevoke. */
@Command(
        name = "revoke",
        description = {
            "Takes roles, sources, hosts, sites and folders from a user; steps that did not move yet fail then.",
            "Revoking a source takes storing there away too; --store revokes storing alone.",
            "Who has no role left is not let in any more. The last operator stays one."
        })
final class UserRevoke extends UserVerb {
    @Mixin
    private RightsOptions rights;

    @Override
    int run() {
        if (rights.none()) {
            throw Failure.usage(
                    "nothing to revoke", "Name it by --role, --source, --store, --host, --site, --folder or --all.");
        }
        List<Map.Entry<String, String>> fields = fields();
        rights.addTo(fields);
        return change("userRevoke", fields, "has it no longer");
    }
}
