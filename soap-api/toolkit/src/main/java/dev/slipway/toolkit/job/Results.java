package dev.slipway.toolkit.job;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.answer.WholeFile;
import dev.slipway.toolkit.terminal.TextTable;
import dev.slipway.toolkit.verb.JobVerb;
import dev.slipway.toolkit.verb.Sha256Hex;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists a job's results, or fetches and verifies one. */
@Command(
        name = "results",
        description = "Lists the results of a job or a group; with NAME fetches one of a job and verifies its SHA-256.")
public final class Results extends JobVerb {
    private static final int PIECE = 4 << 20;

    @Parameters(index = "1", arity = "0..1", paramLabel = "NAME", description = "The name of the result.")
    private String name;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The output file; default: standard output. The file is written completely or not at all.")
    private Path file;

    @Override
    protected int run() {
        Answer answer = ask("results", "token", token());
        if (name == null) {
            return answer.all("result").stream()
                                    .anyMatch(result -> result.find("job").isPresent())
                            || answer.find("next").isPresent()
                    ? group(answer)
                    : list(answer);
        }
        Answer wanted = answer.all("result").stream()
                .filter(result -> result.text("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new Failure(
                        OwnProblem.RESULT_UNKNOWN,
                        "job " + token() + " has no result named " + name,
                        "",
                        "slipway results " + token() + " lists those that are there."));
        return file == null ? print(wanted) : save(wanted);
    }

    private int list(Answer answer) {
        if (json()) {
            return answer(Json.object(answer, "results"));
        }
        TextTable table = new TextTable("NAME", "ROLE", "FILE", "BYTES", "SHA-256");
        for (Answer result : answer.all("result")) {
            table.row(
                    result.text("name"),
                    result.text("role"),
                    result.text("fileName"),
                    result.text("bytes"),
                    result.text("sha256"));
        }
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }

    /** Lists the results of a group's jobs. */
    private int group(Answer first) {
        List<Answer> results = new ArrayList<>(first.all("result"));
        Answer last = first;
        while (last.find("next").isPresent()) {
            last = ask("results", "token", token(), "offset", last.text("next"));
            results.addAll(last.all("result"));
        }
        if (json()) {
            return answer(Map.of("results", results));
        }
        TextTable table = new TextTable("ELEMENT", "JOB", "NAME", "BYTES", "SHA-256");
        results.forEach(result -> table.row(
                result.text("element"),
                result.text("job"),
                result.text("name"),
                result.text("bytes"),
                result.text("sha256")));
        table.lines().forEach(terminal()::line);
        return ExitStatus.DONE;
    }

    private int print(Answer wanted) {
        if (json()) {
            throw Failure.usage("--json and a result on standard output do not go together", "Name a file by -o FILE.");
        }
        try {
            fetch(wanted, new OutputStream() {
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
        WholeFile.write(file, out -> fetch(wanted, out));
        if (json()) {
            Map<String, Object> saved = new LinkedHashMap<>(Json.object(wanted));
            saved.put("savedAs", file.toString());
            return answer(saved);
        }
        return ExitStatus.DONE;
    }

    /** Fetches a result piece by piece and compares its SHA-256 with the service's. */
    private void fetch(Answer wanted, OutputStream out) throws IOException {
        MessageDigest digest = Sha256Hex.begin();
        long offset = 0;
        boolean complete = false;
        while (!complete) {
            Answer piece = ask(
                    "download",
                    "token",
                    token(),
                    "name",
                    name,
                    "offset",
                    Long.toString(offset),
                    "length",
                    Integer.toString(PIECE));
            byte[] bytes = Base64.getMimeDecoder().decode(piece.text("bytes"));
            digest.update(bytes);
            out.write(bytes);
            offset += bytes.length;
            complete = piece.is("complete") || bytes.length == 0;
        }
        String sum = Sha256Hex.end(digest);
        if (!sum.equals(wanted.text("sha256"))) {
            throw new Failure(
                    OwnProblem.FILE_CORRUPT,
                    "result " + name + " of job " + token() + " arrived damaged",
                    "SHA-256 is " + sum + ", not " + wanted.text("sha256") + "; " + offset + " bytes",
                    "Fetch it again; if it happens twice, tell the operator.");
        }
    }
}
