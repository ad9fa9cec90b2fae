package dev.slipway.service.translation;

import dev.slipway.desk.HistoryEntry;
import dev.slipway.desk.ResultEntry;
import dev.slipway.desk.ResultPage;
import dev.slipway.document.DocumentProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Remedy;
import dev.slipway.service.wire.ResultRole;
import dev.slipway.service.wire.Severity;

/** Translates events, results and findings to types of the WSDL. */
public final class EntryTranslation {
    private static final Remedy SHORTFALL = Remedy.of(
                    "Ask for no more, or name a partition that allows it; the operation capabilities lists them.")
            .atShell("Ask for no more, or name a partition that allows it: `slipway capabilities` lists them.");

    private EntryTranslation() {}

    public static dev.slipway.service.wire.HistoryEntry entry(HistoryEntry entry) {
        dev.slipway.service.wire.HistoryEntry wire = new dev.slipway.service.wire.HistoryEntry();
        wire.setSequence(entry.sequence());
        wire.setAt(entry.at());
        wire.setEvent(entry.event());
        wire.setText(entry.text());
        return wire;
    }

    public static dev.slipway.service.wire.ResultEntry result(ResultPage.Located located) {
        dev.slipway.service.wire.ResultEntry wire = result(located.result());
        located.membership().ifPresent(one -> {
            wire.setJob(located.job().value());
            wire.setElement(one.element());
        });
        return wire;
    }

    private static dev.slipway.service.wire.ResultEntry result(ResultEntry result) {
        dev.slipway.service.wire.ResultEntry wire = new dev.slipway.service.wire.ResultEntry();
        wire.setName(result.name());
        wire.setRole(
                switch (result.role()) {
                    case PNL_DISTRIBUTION -> ResultRole.PNL_DISTRIBUTION;
                    case RISK_FIGURES -> ResultRole.RISK_FIGURES;
                    case SERIES -> ResultRole.SERIES;
                    case BARS -> ResultRole.BARS;
                    case MAP -> ResultRole.MAP;
                    case FILE -> ResultRole.FILE;
                });
        wire.setFileName(result.fileName());
        wire.setBytes(result.bytes());
        wire.setSha256(result.sha256());
        return wire;
    }

    public static dev.slipway.service.wire.DocumentProblem finding(DocumentProblem finding) {
        dev.slipway.service.wire.DocumentProblem wire = new dev.slipway.service.wire.DocumentProblem();
        wire.setCode(finding.id());
        wire.setSeverity(
                switch (finding.severity()) {
                    // For a submitter a feature that is not offered prevents the job as an error does. The code tells
                    // the two apart.
                    case ERROR, NOT_OFFERED -> Severity.ERROR;
                    case WARNING -> Severity.WARNING;
                });
        wire.setXpath(finding.xpath());
        wire.setLine(finding.line());
        wire.setColumn(finding.column());
        wire.setMessage(finding.message());
        wire.setHint(finding.remedy().at(CallFrontEnd.now()));
        if (wire.getSeverity() == Severity.ERROR) {
            wire.setExitStatus(finding.code().exitStatus());
        }
        return wire;
    }

    /** Translates an obstacle to a document without errors. The obstacle concerns the whole document. */
    public static dev.slipway.service.wire.DocumentProblem obstacle(Problem problem) {
        return finding(ofAll(problem.code(), DocumentProblem.Severity.ERROR, problem.message(), problem.remedy()));
    }

    /** Translates a shortfall: the document is accepted, but gets less than requested. */
    public static dev.slipway.service.wire.DocumentProblem shortfall(String words) {
        return finding(ofAll(ProblemCode.DOCUMENT_INVALID, DocumentProblem.Severity.WARNING, words, SHORTFALL));
    }

    private static DocumentProblem ofAll(
            ProblemCode code, DocumentProblem.Severity severity, String message, Remedy remedy) {
        return new DocumentProblem(code, severity, "/jsdl:JobDefinition", 0, 0, message, remedy);
    }
}
