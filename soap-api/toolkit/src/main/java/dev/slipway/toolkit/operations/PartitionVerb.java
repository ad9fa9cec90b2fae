package dev.slipway.toolkit.operations;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.verb.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A verb that drains or resumes one partition, or all. */
abstract class PartitionVerb extends Verb {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The partition.")
    private String name;

    @Option(names = "--all", description = "All partitions by one order, beside the orders for single partitions.")
    private boolean all;

    /** Returns the fields of a call: the partition's name, or no field for all partitions. */
    List<Map.Entry<String, String>> fields() {
        if (all == (name != null)) {
            throw Failure.usage(
                    all ? "there is a NAME beside --all" : "no partition is named", "Give one NAME, or --all.");
        }
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        if (!all) {
            fields.add(Map.entry("partition", name));
        }
        return fields;
    }

    /** Asks for the change and prints a confirmation. */
    int change(String operation, List<Map.Entry<String, String>> fields, String done) {
        ask(operation, fields);
        if (json()) {
            return answer(all ? Map.of("all", true) : Map.of("partition", name));
        }
        terminal().note(all ? "the drain of all partitions " + done : "the drain of partition " + name + " " + done);
        return ExitStatus.DONE;
    }
}
