package dev.slipway.toolkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** A verb about one local document; no service is asked. */
abstract class DocumentVerb extends Verb {
    @Parameters(paramLabel = "FILE", description = "The job document.")
    private Path file;

    Path file() {
        return file;
    }

    byte[] bytes() {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw Failure.usage("cannot read " + file + ": " + Profile.reason(e), "Check the file's name and rights.");
        }
    }

    /** What was found goes to standard error; fails if it left no document. */
    List<byte[]> documents(LocalDocuments.Rewritten rewritten) {
        List<Answer> findings = Findings.answers(rewritten.findings());
        Findings.lines(file, findings).forEach(terminal()::remark);
        if (rewritten.documents().isEmpty()) {
            int status = Findings.status(findings);
            throw new Failure(
                    status,
                    file + (Findings.isNotOffered(status) ? ": asks for what is not offered" : ": not valid"),
                    "",
                    "");
        }
        return rewritten.documents();
    }
}
