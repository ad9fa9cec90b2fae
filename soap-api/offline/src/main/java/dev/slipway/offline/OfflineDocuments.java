package dev.slipway.offline;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.SchemaVerdict;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.DocumentLayout;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.problem.ProblemCode;
import dev.slipway.toolkit.document.LocalDocuments;
import java.util.List;
import java.util.OptionalInt;

/** Calls the service's reader and writer on this machine. */
public final class OfflineDocuments implements LocalDocuments {

    @Override
    public Judgement judge(byte[] document) {
        ReadDocument read = new JobDocumentReader().read(document);
        boolean refused = read instanceof ReadDocument.Refused;
        return new Judgement(
                findings(read.problems()),
                read.requests().size(),
                refused ? OptionalInt.empty() : SchemaVerdict.firstDeparture(document));
    }

    @Override
    public Rewritten convert(byte[] document) {
        ReadDocument read = new JobDocumentReader().read(document);
        JobDocumentWriter writer = new JobDocumentWriter();
        List<byte[]> written = read.requests().stream().map(writer::write).toList();
        return new Rewritten(findings(read.problems()), written);
    }

    @Override
    public Rewritten format(byte[] document) {
        List<DocumentProblem> clear = new JobDocumentReader()
                .read(document).problems().stream()
                        .filter(problem -> problem.code() == ProblemCode.SECRET_CLEAR)
                        .toList();
        if (!clear.isEmpty()) {
            // A password is never written anywhere, not even back onto the terminal where a person typed the password.
            return new Rewritten(findings(clear), List.of());
        }
        DocumentLayout.LaidOut laidOut = DocumentLayout.of(document);
        return new Rewritten(
                findings(laidOut.problem().stream().toList()),
                laidOut.document().stream().toList());
    }

    private static List<Finding> findings(List<DocumentProblem> problems) {
        return problems.stream()
                .map(problem -> new Finding(
                        problem.id(),
                        problem.severity().name(),
                        problem.xpath(),
                        problem.line(),
                        problem.column(),
                        problem.message(),
                        problem.remedy().shell()))
                .toList();
    }
}
