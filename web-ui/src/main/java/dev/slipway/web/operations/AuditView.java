package dev.slipway.web.operations;

import dev.slipway.audit.AuditVerdict;
import dev.slipway.audit.Operation;
import dev.slipway.web.Readable;
import java.util.List;

/**
 * The ledger of operations as the JSP reads it.
 *
 * @param typed what is looked for
 * @param zone in which times are typed
 * @param kinds that can be looked for
 * @param problem why nothing was looked for; empty if it was
 * @param pagesAt the address of this search but for the page's number, with what was typed encoded
 */
public record AuditView(
        SearchForm typed,
        String zone,
        List<String> kinds,
        String problem,
        List<Row> operations,
        String count,
        int page,
        int pages,
        String pagesAt) {

    /** One operation. */
    public record Row(long sequence, Readable.Moment at, String kind, String by, String from, String text) {
        static Row of(Operation operation) {
            return new Row(
                    operation.sequence(),
                    Readable.moment(operation.at()),
                    operation.kind(),
                    operation.by(),
                    operation.from(),
                    operation.text());
        }
    }

    /**
     * What a verification found.
     *
     * @param of the token of what was verified; empty for everything
     * @param checkpoint the latest; empty if there is none
     */
    public record Verdict(
            String of,
            boolean sound,
            String jobs,
            String events,
            String checkpoints,
            List<String> findings,
            String checkpoint) {
        static Verdict of(String token, AuditVerdict verdict) {
            return new Verdict(
                    token,
                    verdict.findings().isEmpty(),
                    Readable.count(verdict.jobs()),
                    Readable.count(verdict.events()),
                    Readable.count(verdict.checkpoints()),
                    verdict.findings(),
                    verdict.checkpoint());
        }
    }
}
