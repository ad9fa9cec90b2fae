package dev.slipway.toolkit;

import java.util.List;
import java.util.OptionalInt;
import java.util.ServiceLoader;

/**
 * Job documents without a service. The toolkit itself holds no reader, so that all other verbs start fast; the launch script puts one
 * on the class path of the verbs that need it.
 */
public interface LocalDocuments {

    /** Severity of what stands in a document's way. */
    String ERROR = "ERROR";

    /** Severity of what is readable, and not offered by this version's service. */
    String NOT_OFFERED = "NOT_OFFERED";

    /**
     * One finding in a document, as the service's {@code validate} answers it.
     *
     * @param line 1-based; 0 when unknown, as {@code column}
     */
    record Finding(String code, String severity, String xpath, int line, int column, String message, String hint) {}

    /**
     * What came of reading a document.
     *
     * @param jobs the number of jobs that it asks for; 0 if it cannot be submitted
     */
    record Judgement(List<Finding> findings, int jobs, OptionalInt departure) {}

    /** A document in another form; no bytes if the findings say why. */
    record Rewritten(List<Finding> findings, List<byte[]> documents) {}

    /** Reads a document. */
    Judgement judge(byte[] document);

    /** Reads a document and writes one in canonical JSDL 1.0 for each of its jobs. */
    Rewritten convert(byte[] document);

    /** Lays out a document anew and changes nothing of its content. */
    Rewritten format(byte[] document);

    /** The one on the class path. */
    static LocalDocuments onClassPath() {
        return ServiceLoader.load(LocalDocuments.class)
                .findFirst()
                .orElseThrow(() -> new Failure(
                        ExitStatus.INTERNAL,
                        "the reader of job documents is not on the class path",
                        "",
                        "Call ./slipway, which puts it there, or validate --service to ask the service."));
    }
}
