package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
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
        Answer answer = ask("operations", "offset", paging.offset(), "limit", paging.limit());
        if (json()) {
            return answer(Json.object(answer, "operations"));
        }
        TextTable table = new TextTable("NO", "TIME", "OPERATION", "BY", "FROM", "TEXT");
        for (Answer operation : answer.all("operation")) {
            table.row(
                    operation.text("sequence"),
                    Figures.time(operation.text("at")),
                    operation.text("kind"),
                    operation.text("by"),
                    operation.text("from"),
                    operation.text("text").replace('\n', ' '));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }
}
