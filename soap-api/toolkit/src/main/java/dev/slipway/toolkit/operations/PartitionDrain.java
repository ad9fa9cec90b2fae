package dev.slipway.toolkit.operations;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Calls the service's partitionDrain. */
@Command(
        name = "drain",
        description =
                "Launches no job on a partition until it is resumed. Jobs are still accepted and staged in; runs end as"
                        + " usual.")
final class PartitionDrain extends PartitionVerb {
    @Mixin
    private Reason reason;

    @Override
    protected int run() {
        List<Map.Entry<String, String>> fields = fields();
        reason.addTo(fields);
        return change("partitionDrain", fields, "holds until `slipway partition resume`");
    }
}
