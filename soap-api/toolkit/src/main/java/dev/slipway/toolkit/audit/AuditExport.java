package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.WholeFile;
import dev.slipway.toolkit.verb.JobVerb;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Calls the service's auditExport. */
@Command(name = "export", description = "Writes a job's audit record, which `audit check` checks without the service.")
final class AuditExport extends JobVerb {
    @Option(
            names = "--to",
            paramLabel = "FILE",
            description = "The output file; default: standard output. The file is written completely or not at all.")
    private Path file;

    @Override
    protected int run() {
        if (json() && file == null) {
            throw Failure.usage(
                    "--json and a record on standard output do not go together", "Name a file by --to FILE.");
        }
        byte[] record = Base64.getMimeDecoder()
                .decode(ask("auditExport", "token", token()).text("record"));
        if (file == null) {
            terminal().bytes(record);
            return ExitStatus.DONE;
        }
        WholeFile.write(file, out -> out.write(record));
        if (json()) {
            Map<String, Object> saved = new LinkedHashMap<>();
            saved.put("token", token());
            saved.put("bytes", record.length);
            saved.put("savedAs", file.toString());
            return answer(saved);
        }
        return ExitStatus.DONE;
    }
}
