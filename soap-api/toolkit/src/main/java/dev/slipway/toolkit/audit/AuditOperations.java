package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Paging;
import dev.slipway.toolkit.verb.Verb;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the service's operations. */
@Command(name = "operations", description = "Lists the service's operations, newest first; for operators and auditors.")
final class AuditOperations extends Verb {
    @Mixin
    private Paging paging;

    @Override
    protected int run() {
        return listed(
                ask("operations", "offset", paging.offset(), "limit", paging.limit()),
                "operation",
                new TextTable("NO", "TIME", "OPERATION", "BY", "FROM", "TEXT"),
                operation -> new String[] {
                    operation.text("sequence"),
                    Figures.time(operation.text("at")),
                    operation.text("kind"),
                    operation.text("by"),
                    operation.text("from"),
                    operation.text("text").replace('\n', ' ')
                });
    }
}
