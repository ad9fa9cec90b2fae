package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.WholeFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Formats a document. */
@Command(
        name = "format",
        description = {
            "Formats a job document, on standard output: two blanks a level, long start tags over several lines.",
            "Elements, texts, comments and prefixes stay unchanged."
        })
public final class Format extends DocumentVerb {
    @Option(names = "--write", description = "Replaces the file.")
    private boolean write;

    @Option(names = "--check", description = "Writes nothing; ends with 4 if the file would change.")
    private boolean check;

    @Override
    protected int run() {
        if (write && isInput(file())) {
            throw Failure.usage("--write replaces a file, and standard input is none", "Leave --write out.");
        }
        byte[] before = bytes();
        byte[] after = documents(LocalDocuments.onClassPath().format(before)).get(0);
        boolean changed = !Arrays.equals(before, after);
        if (write && !check && changed) {
            WholeFile.write(file(), out -> out.write(after));
        }
        if (json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("changed", changed);
            if (!check && !write) {
                object.put("document", new String(after, StandardCharsets.UTF_8));
            }
            answer(object);
        } else if (!check && !write) {
            terminal().bytes(after);
        } else {
            terminal().note(name() + (!changed ? ": laid out well" : check ? ": would change" : ": laid out anew"));
        }
        return check && changed ? ExitStatus.NOT_FORMATTED : ExitStatus.DONE;
    }
}
