package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.OwnProblem;
import java.util.List;
import java.util.OptionalInt;
import java.util.ServiceLoader;

/**
 * Handles job documents without a service. The toolkit itself holds no reader, so that all other verbs start fast. The
 * launch script puts a reader on the class path of the verbs that need one.
 */
public interface LocalDocuments {

    /** Severity of a finding that makes a document unusable. */
    String ERROR = "ERROR";

    /** Severity of a request that is clear, but not offered by this version of the service. */
    String NOT_OFFERED = "NOT_OFFERED";

    /**
     * One finding in a document, in the form of the service's {@code validate}.
     *
     * @param line 1-based; 0 when unknown, as {@code column}
     */
    record Finding(String code, String severity, String xpath, int line, int column, String message, String hint) {}

    /**
     * The result of reading a document.
     *
     * @param jobs the number of jobs that the document asks for; 0 if it cannot be submitted
     */
    record Judgement(List<Finding> findings, int jobs, OptionalInt departure) {}

    /** A document in another form; no documents if the findings prevent that. */
    record Rewritten(List<Finding> findings, List<byte[]> documents) {}

    /** Reads a document. */
    Judgement judge(byte[] document);

    /** Reads a document and writes one in canonical JSDL 1.0 for each of its jobs. */
    Rewritten convert(byte[] document);

    /** Formats a document without changing its content. */
    Rewritten format(byte[] document);

    /** Returns the implementation on the class path. */
    static LocalDocuments onClassPath() {
        return ServiceLoader.load(LocalDocuments.class)
                .findFirst()
                .orElseThrow(() -> new Failure(
                        OwnProblem.INTERNAL,
                        "the reader of job documents is not on the class path",
                        "",
                        "Call ./slipway, which puts it there, or validate --service to ask the service."));
    }
}
