package dev.slipway.schedule;

import dev.slipway.desk.Caller;
import dev.slipway.desk.plan.ProbeDesk;
import dev.slipway.digest.Sha256;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.staging.RowSample;
import java.util.List;
import java.util.Optional;

/** Asks as a user does who tries a statement. Refuses a query with an answer that cannot be seen whole. */
public record ProbedQuestion(ProbeDesk probe) implements Question {

    @Override
    public String ask(Caller caller, String source, String statement) {
        RowSample answer = probe.sample(caller, source, statement);
        if (answer.more()) {
            throw refused(
                    source,
                    "more rows than can be watched: watch a few, as SELECT count(*), max(changed_at) FROM ...",
                    "");
        }
        if (!answer.notes().isEmpty()) {
            throw refused(source, "what cannot be watched", String.join("\n", answer.notes()));
        }
        return hash(answer);
    }

    private static ProblemException refused(String source, String what, String detail) {
        return new ProblemException(new Problem(
                ProblemCode.STATEMENT_REFUSED,
                "the watched query of source " + source + " answers with " + what,
                detail));
    }

    /**
     * Hashes the answer independent of the order of its rows, since a statement without an order returns the rows in
     * any order.
     */
    private static String hash(RowSample answer) {
        StringBuilder text = new StringBuilder();
        answer.columns().forEach(column -> add(text, Optional.of(column.name())));
        answer.rows().stream().map(ProbedQuestion::text).sorted().forEach(row -> add(text, Optional.of(row)));
        return Sha256.hex(text.toString());
    }

    private static String text(List<Optional<String>> row) {
        StringBuilder text = new StringBuilder();
        row.forEach(value -> add(text, value));
        return text.toString();
    }

    /** Adds a value behind the length of the value, so that no two answers have one text. */
    private static void add(StringBuilder text, Optional<String> value) {
        text.append(value.map(String::length).orElse(-1)).append(':').append(value.orElse(""));
    }
}
