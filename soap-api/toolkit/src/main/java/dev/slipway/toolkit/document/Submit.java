package dev.slipway.toolkit.document;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Submits a job document, or a script of the caller's own, and prints the job's token. */
@Command(
        name = "submit",
        description = {
            "Submits a job document; prints the token of the job or of the sweep's group, or every problem.",
            "A file that begins with #! is a program of your own: it goes with the job, as by `slipway run FILE`."
        })
public final class Submit extends SubmittingVerb {
    @Parameters(paramLabel = "FILE", description = "The job document, or a script; - is standard input.")
    private Path file;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Puts VALUE in the place of $${NAME} in the document; may be repeated.")
    private Map<String, String> values = new LinkedHashMap<>();

    @Override
    protected int run() {
        byte[] bytes = bytes(file);
        byte[] filled = Blanks.filled(named(file), bytes, values);
        return submit(named(file), OwnProgram.isScript(bytes) ? script(filled) : filled);
    }

    private byte[] script(byte[] bytes) {
        RunInput script =
                new RunInput(isInput(file) ? "script" : file.getFileName().toString(), bytes);
        send(List.of(script));
        return new RunDocument(
                        Optional.of(script.name()),
                        List.of("./" + script.name()),
                        Optional.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        List.of(script),
                        List.of())
                .bytes();
    }
}
