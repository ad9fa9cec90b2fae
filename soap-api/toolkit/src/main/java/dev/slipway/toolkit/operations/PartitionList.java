package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.Verb;
import picocli.CommandLine.Command;

/** Calls the service's partitions. */
@Command(
        name = "list",
        description = "Lists partitions with slots, runs, waiting jobs and drains; for operators and auditors.")
final class PartitionList extends Verb {

    @Override
    protected int run() {
        Answer answer = ask("partitions");
        if (json()) {
            return answer(Json.object(answer, "partitions"));
        }
        TextTable table = new TextTable("PARTITION", "SLOTS", "TAKEN", "RUNS", "READY", "HELD", "COMING", "STATE");
        for (Answer partition : answer.all("partition")) {
            table.row(
                    partition.text("name"),
                    partition.text("slots"),
                    partition.text("taken"),
                    partition.text("runs"),
                    partition.text("ready"),
                    partition.text("held"),
                    partition.text("coming"),
                    state(partition));
        }
        table.lines().forEach(terminal()::line);
        answer.child("drained").ifPresent(all -> terminal().note("all partitions are " + Stops.words("drained", all)));
        answer.find("shortage").ifPresent(terminal()::note);
        return ExitStatus.DONE;
    }

    private static String state(Answer partition) {
        return partition
                .child("drained")
                .map(drained -> Stops.words("drained", drained))
                .or(() -> partition.find("waitsFor"))
                .orElse("open");
    }
}
