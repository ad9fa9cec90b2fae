package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.verb.Verb;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Brings a small file to the service for the caller's jobs. */
@Command(
        name = "upload",
        description = {
            "Brings a small file to the service for your jobs; prints the SHA-256 for sw:Upload in a document.",
            "The file is kept while a job needs it, and for some time after its last use. Equal bytes change nothing."
        })
public final class Upload extends Verb {
    @Parameters(paramLabel = "FILE", description = "The file; - is standard input.")
    private Path file;

    @Override
    protected int run() {
        Path name = file.getFileName();
        String called = isInput(file) ? "standard-input" : (name == null ? file : name).toString();
        Answer answer = ask("upload", "name", called, "content", base64(bytes(file)));
        if (json()) {
            return answer(Json.object(answer));
        }
        terminal().line(answer.text("sha256"));
        terminal()
                .note(Figures.bytes(answer.number("bytes")) + ", kept until " + Figures.time(answer.text("keptUntil"))
                        + " at least");
        return ExitStatus.DONE;
    }
}
