package dev.slipway.web.operations;

import dev.slipway.audit.AuditVerdict;
import dev.slipway.audit.Operation;
import dev.slipway.web.Readable;
import java.util.List;

/**
 * Describes the ledger of operations for the JSP.
 *
 * @param typed the search
 * @param zone in which times are typed
 * @param kinds of operations that can be searched for
 * @param problem why the search was refused; empty otherwise
 * @param pagesAt the address of this search without the page's number, with the typed values encoded
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

    /** Describes one operation. */
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
     * Describes the result of a verification.
     *
     * @param of the token that was verified; empty for everything
     * @param checkpoint the latest; empty without one
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
