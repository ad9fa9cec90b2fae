package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Judges a document. */
@Command(
        name = "validate",
        description = {
            "Checks a job document on this machine, with the service's reader; prints every problem with its line.",
            "A document is readable if its meaning is clear, and valid if the published schemas also accept it;"
                    + " --service and plan do not check the schemas.",
            "A document may ask for something that is not offered: this is reported, and ends with 10"
                    + " only with --strict.",
            "Only --service and plan can check the places, programs, partitions and variables that a document names"
                    + " against the service."
        })
public final class Validate extends DocumentVerb {
    @Option(
            names = "--service",
            description = "Asks the service instead; ends with the status of submit, without a submission.")
    private boolean service;

    @Option(names = "--strict", description = "Ends with 10 if submit would refuse parts that are not offered.")
    private boolean strict;

    @Override
    protected int run() {
        return service ? asked() : judged();
    }

    private int asked() {
        Answer answer = ask("validate", "document", base64(bytes()));
        // The service asks no schemas. Its element valid tells whether submit would accept the document.
        boolean ready = answer.is("valid");
        int status = ready ? ExitStatus.DONE : FindingLines.status(answer.all("finding"));
        String code = ready ? "" : FindingLines.code(answer.all("finding"));
        if (json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("readable", FindingLines.isReadable(code));
            object.put("ready", ready);
            object.put("findings", answer.all("finding"));
            answer(object);
        } else {
            tell(answer.all("finding"), FindingLines.verdict(code));
        }
        return status;
    }

    private int judged() {
        LocalDocuments.Judgement judgement = LocalDocuments.onClassPath().judge(bytes());
        List<Answer> findings = FindingLines.answers(judgement.findings());
        int status = FindingLines.status(findings);
        String code = FindingLines.code(findings);
        boolean readable = FindingLines.isReadable(code);
        boolean valid = readable && judgement.departure().isEmpty();
        if (json()) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("valid", valid);
            object.put("readable", readable);
            object.put("offered", status == ExitStatus.DONE);
            object.put("jobs", judgement.jobs());
            object.put("findings", findings);
            answer(object);
        } else {
            tell(findings, verdict(code, judgement));
        }
        return readable && !strict ? ExitStatus.DONE : status;
    }

    private static String verdict(String code, LocalDocuments.Judgement judgement) {
        String verdict = judgement.departure().isPresent()
                ? FindingLines.verdict(
                        code,
                        "readable (the schemas do not accept line "
                                + judgement.departure().getAsInt() + ")")
                : FindingLines.verdict(code, "valid");
        return judgement.jobs() > 1 ? verdict + ", a sweep of " + judgement.jobs() + " jobs" : verdict;
    }

    private void tell(List<Answer> findings, String verdict) {
        FindingLines.lines(name(), bytes(), findings).forEach(terminal()::line);
        terminal().line(name() + ": " + verdict);
    }
}
