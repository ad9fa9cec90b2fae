package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes a document's jobs as canonical documents. */
@Command(
        name = "convert",
        description = {
            "Converts a job document of any dialect to canonical JSDL 1.0, on standard output.",
            "A parameter sweep becomes one document for each of its jobs, in a folder."
        })
public final class Convert extends DocumentVerb {
    @Option(names = "--output", paramLabel = "FILE", description = "Writes into this file instead.")
    private Path output;

    @Option(names = "--each", paramLabel = "FOLDER", description = "Writes 1.xml, 2.xml, ... into this folder.")
    private Path each;

    @Option(names = "--overwrite", description = "Lets --each overwrite existing files.")
    private boolean overwrite;

    @Override
    protected int run() {
        LocalDocuments.Rewritten rewritten = LocalDocuments.onClassPath().convert(bytes());
        List<byte[]> documents = documents(rewritten);
        if (each != null) {
            return told(all(documents), rewritten);
        }
        if (json() && output == null) {
            return answer(object(
                    "documents",
                    documents.stream()
                            .map(each -> new String(each, StandardCharsets.UTF_8))
                            .toList(),
                    rewritten));
        }
        if (documents.size() > 1) {
            throw Failure.usage(
                    name() + " is a sweep of " + documents.size() + " jobs",
                    "Name a folder for their documents by --each.");
        }
        if (output != null) {
            WholeFile.write(output, out -> out.write(documents.get(0)));
            return told(List.of(output), rewritten);
        }
        terminal().bytes(documents.get(0));
        return ExitStatus.DONE;
    }

    private List<Path> all(List<byte[]> documents) {
        try {
            Files.createDirectories(each);
        } catch (IOException e) {
            throw Failure.usage("cannot make " + each + ": " + Failure.reason(e), "Check the folder and its rights.");
        }
        List<Path> files = names(documents.size());
        for (int i = 0; i < files.size(); i++) {
            byte[] document = documents.get(i);
            WholeFile.write(files.get(i), out -> out.write(document));
        }
        return files;
    }

    /**
     * Returns the names of the files in the folder. All names are checked before the first file is written, so that a
     * refusal writes nothing.
     */
    private List<Path> names(int count) {
        List<Path> files = new ArrayList<>();
        int digits = Integer.toString(count).length();
        for (int i = 1; i <= count; i++) {
            files.add(each.resolve(String.format("%0" + digits + "d.xml", i)));
        }
        List<Path> there = files.stream().filter(Files::exists).toList();
        if (!there.isEmpty() && !overwrite) {
            throw Failure.usage(
                            there.get(0) + " is there already"
                                    + (there.size() > 1 ? ", with " + (there.size() - 1) + " others" : "")
                                    + ": nothing was written",
                            "Name another folder, or let what is there be written over by --overwrite.")
                    .at(there.get(0));
        }
        return files;
    }

    private static Map<String, Object> object(String name, Object value, LocalDocuments.Rewritten rewritten) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put(name, value);
        object.put("findings", FindingLines.answers(rewritten.findings()));
        return object;
    }

    private int told(List<Path> files, LocalDocuments.Rewritten rewritten) {
        if (json()) {
            return answer(object("files", files.stream().map(Path::toString).toList(), rewritten));
        }
        terminal()
                .note(files.size() == 1 ? "wrote " + files.get(0) : "wrote " + files.size() + " documents to " + each);
        return ExitStatus.DONE;
    }
}
