package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.terminal.Terminal;
import java.util.List;

/**
 * A document that a call sends or checks, with the way in which findings about the document are told.
 *
 * @param name the document's name in messages
 */
public record SentDocument(String name, byte[] bytes, Terminal terminal, boolean json) {

    /** Prints findings for people. JSON has the findings in the answer or in the failure. */
    public void remark(List<Answer> findings) {
        if (!json) {
            FindingLines.lines(name, bytes, findings).forEach(terminal::remark);
        }
    }

    /** Returns the failure to throw for a refused call. Findings are printed as validate prints them. */
    public Failure refused(Failure failure) {
        if (failure.findings().isEmpty()) {
            return failure;
        }
        if (json) {
            return failure.at(name);
        }
        remark(failure.findings());
        return Failure.refused(
                failure.code(),
                failure.exitStatus(),
                name + ": " + FindingLines.refusal(failure.code()),
                failure.findings());
    }
}
