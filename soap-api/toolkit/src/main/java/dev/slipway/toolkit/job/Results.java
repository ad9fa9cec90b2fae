package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.answer.WholeFile;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.JobVerb;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists the results of a job or a group, or fetches and verifies one or all of them. */
@Command(
        name = "results",
        description = {
            "Lists the results of a job or a group; with NAME or --all fetches them and verifies length and SHA-256.",
            "With --all, FOLDER gets the file of each result; for a group, in a folder for each element of the sweep."
                    + " A file appears complete or not at all, and replaces an older one."
        })
public final class Results extends JobVerb {
    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "The name of the result.")
    private String name;

    @Option(names = "--all", description = "Fetches all results into the folder of -o.")
    private boolean all;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The output file, completely written or not at all; default: standard output."
                    + " With --all, the folder.")
    private Path file;

    @Override
    protected int run() {
        if (all && (file == null || name != null)) {
            throw Failure.usage(
                    "--all fetches all results into a folder", "Call results TOKEN --all -o FOLDER, without a NAME.");
        }
        if (name == null && !all && file != null) {
            throw Failure.usage("-o says where to fetch to, and the call does not say what", "Add a NAME, or --all.");
        }
        Answer answer = ask("results", "token", token());
        boolean ofGroup = answer.all("result").stream()
                        .anyMatch(result -> result.find("job").isPresent())
                || answer.find("next").isPresent();
        if (name != null) {
            Answer wanted = wanted(answer);
            return file == null ? print(wanted) : save(wanted);
        }
        List<Answer> results = ofGroup ? complete(answer) : answer.all("result");
        if (all) {
            return fetch(results);
        }
        return list(results, ofGroup);
    }

    /** Returns the results of all jobs of a group. */
    private List<Answer> complete(Answer first) {
        List<Answer> results = new ArrayList<>(first.all("result"));
        Answer last = first;
        while (last.find("next").isPresent()) {
            last = ask("results", "token", token(), "offset", last.text("next"));
            results.addAll(last.all("result"));
        }
        return results;
    }

    private int list(List<Answer> results, boolean ofGroup) {
        if (json()) {
            return answer(Map.of("results", results));
        }
        TextTable table = ofGroup
                ? new TextTable("ELEMENT", "JOB", "NAME", "BYTES", "SHA-256")
                : new TextTable("NAME", "ROLE", "FILE", "BYTES", "SHA-256");
        List<String> columns = ofGroup
                ? List.of("element", "job", "name", "bytes", "sha256")
                : List.of("name", "role", "fileName", "bytes", "sha256");
        results.forEach(result -> table.row(columns.stream().map(result::text).toArray(String[]::new)));
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }

    private Answer wanted(Answer answer) {
        return answer.all("result").stream()
                .filter(result -> result.text("name").equals(name))
                .filter(result -> result.find("job").isEmpty())
                .findFirst()
                .orElseThrow(() -> new Failure(
                        OwnProblem.RESULT_UNKNOWN,
                        "job " + token() + " has no result named " + name,
                        "",
                        "slipway results " + token() + " lists those that are there."));
    }

    private Download download(Answer result) {
        return new Download(access(), result.find("job").orElse(token()), result);
    }

    private int print(Answer wanted) {
        if (json()) {
            throw Failure.usage("--json and a result on standard output do not go together", "Name a file by -o FILE.");
        }
        try {
            download(wanted).to(new OutputStream() {
                @Override
                public void write(int b) {
                    terminal().bytes(new byte[] {(byte) b});
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    terminal().bytes(java.util.Arrays.copyOfRange(bytes, offset, offset + length));
                }
            });
        } catch (IOException e) {
            throw Failure.usage("cannot write to standard output: " + e.getMessage(), "");
        }
        return ExitStatus.DONE;
    }

    private int save(Answer wanted) {
        WholeFile.write(file, out -> download(wanted).to(out));
        return json() ? answer(saved(wanted, file)) : ExitStatus.DONE;
    }

    private static Map<String, Object> saved(Answer result, Path place) {
        Map<String, Object> saved = new LinkedHashMap<>(Json.object(result));
        saved.put("savedAs", place.toString());
        return saved;
    }

    /** Fetches the results into the folder. All places are checked before the first file is written. */
    private int fetch(List<Answer> results) {
        ResultFolder folder = new ResultFolder(file);
        List<Path> places = folder.places(results);
        long bytes = 0;
        for (int i = 0; i < places.size(); i++) {
            folder.save(places.get(i), download(results.get(i)));
            bytes += results.get(i).number("bytes");
            if (json()) {
                answer(saved(results.get(i), places.get(i)));
            }
        }
        if (!json()) {
            terminal()
                    .note(
                            results.isEmpty()
                                    ? "there are no results"
                                    : Figures.count(results.size(), "result") + ", " + Figures.bytes(bytes) + ", in "
                                            + file);
        }
        return ExitStatus.DONE;
    }
}
