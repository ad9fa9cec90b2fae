package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.verb.Verb;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** A verb about one local document. */
abstract class DocumentVerb extends Verb {
    @Parameters(paramLabel = "FILE", description = "The job document; - is standard input.")
    private Path file;

    private byte[] read;

    Path file() {
        return file;
    }

    /** Returns the name of the document in messages. */
    String name() {
        return named(file);
    }

    /** Returns the bytes of the document, which are read once. */
    byte[] bytes() {
        if (read == null) {
            read = bytes(file);
        }
        return read;
    }

    /** Prints the findings in the document, as {@link SentDocument#remark} does. */
    void remark(List<Answer> findings) {
        new SentDocument(name(), bytes(), terminal(), json()).remark(findings);
    }

    /**
     * Returns the rewritten documents. The findings go to standard error; with --json they appear only in a failure.
     * Fails if the findings left no document.
     */
    List<byte[]> documents(LocalDocuments.Rewritten rewritten) {
        List<Answer> findings = FindingLines.answers(rewritten.findings());
        remark(findings);
        if (rewritten.documents().isEmpty()) {
            String code = FindingLines.code(findings);
            String refused = FindingLines.isNotOffered(code) ? ": asks for what is not offered" : ": not readable";
            throw Failure.refused(code, FindingLines.status(findings), name() + refused, findings)
                    .at(name());
        }
        return rewritten.documents();
    }
}
