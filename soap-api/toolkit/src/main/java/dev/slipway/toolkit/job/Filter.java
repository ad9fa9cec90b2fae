package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.verb.WrittenTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Selects the jobs of a list. */
final class Filter {
    /** The words of the column STATE: the service's names of the states, and of the outcomes. */
    enum State {
        QUEUED,
        STAGING_IN,
        READY,
        RUNNING,
        STAGING_OUT,
        CLEANING,
        CLOSED,
        DONE,
        FAILED,
        CANCELLED;

        /** Returns the outcome of this name, if the name is one of an outcome. */
        Optional<Outcome> outcome() {
            return Stream.of(Outcome.values())
                    .filter(outcome -> outcome.name().equals(name()))
                    .findFirst();
        }
    }

    /** The service's names of the outcomes. */
    enum Outcome {
        DONE,
        FAILED,
        CANCELLED
    }

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description =
                    "Only jobs in this state, or closed with this outcome: ${COMPLETION-CANDIDATES}; may be repeated.")
    private List<State> states = new ArrayList<>();

    @Option(
            names = "--outcome",
            paramLabel = "WORD",
            description = "Only jobs with this outcome: ${COMPLETION-CANDIDATES}; may be repeated.")
    private List<Outcome> outcomes = new ArrayList<>();

    @Option(
            names = {"--owner", "--user"},
            paramLabel = "NAME",
            description = "Only jobs of this user; for operators and auditors.")
    private String owner;

    @Option(names = "--name", paramLabel = "TEXT", description = "Only jobs with this text in their name.")
    private String name;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "Only jobs accepted at this time or later: 2026-11-21, 2026-11-21T09:30:00Z, or 30m, 12h, 7d ago.")
    private String from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            description = "Only jobs accepted before this time, in the form of --from.")
    private String until;

    @Option(names = "--group", paramLabel = "TOKEN", description = "Only the jobs of this group.")
    private String group;

    boolean isOfGroup() {
        return group != null;
    }

    /**
     * Adds the filter to the fields of a call, in the order of the WSDL.
     *
     * @param whole finds the token of which the first characters are given
     */
    void addTo(List<Map.Entry<String, String>> fields, Instant now, UnaryOperator<String> whole) {
        List<Outcome> wanted = new ArrayList<>(outcomes);
        states.stream().flatMap(state -> state.outcome().stream()).forEach(wanted::add);
        List<State> open =
                states.stream().filter(state -> state.outcome().isEmpty()).toList();
        if (!open.isEmpty() && open.size() < states.size()) {
            throw Failure.usage(
                    "--state " + open.get(0) + " and --state " + wanted.get(wanted.size() - 1)
                            + " do not go together, because an outcome belongs to closed jobs",
                    "Call list once for states, and once for outcomes.");
        }
        open.forEach(state -> fields.add(Map.entry("state", state.name())));
        wanted.stream().distinct().forEach(outcome -> fields.add(Map.entry("outcome", outcome.name())));
        if (owner != null) {
            fields.add(Map.entry("owner", owner));
        }
        if (name != null) {
            fields.add(Map.entry("name", name));
        }
        if (from != null) {
            fields.add(Map.entry("acceptedFrom", WrittenTime.parse("--from", from, now)));
        }
        if (until != null) {
            fields.add(Map.entry("acceptedUntil", WrittenTime.parse("--until", until, now)));
        }
        if (group != null) {
            fields.add(Map.entry("group", whole.apply(group)));
        }
    }
}
