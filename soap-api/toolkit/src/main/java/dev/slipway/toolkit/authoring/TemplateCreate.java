package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.document.SentDocument;
import dev.slipway.toolkit.verb.Verb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls the service's templateCreate. */
@Command(
        name = "create",
        description = {
            "Makes a template from a job document; prints the id of the template.",
            "Where a text of the document says $${NAME}, the template has the blank NAME. A blank takes any text unless"
                    + " --blank says otherwise.",
            "Sealed passwords of the document are left out."
        })
final class TemplateCreate extends Verb {
    @Parameters(paramLabel = "FILE", description = "The job document; - is standard input.")
    private Path file;

    @Option(names = "--name", paramLabel = "NAME", description = "The name; without it, the name of the job.")
    private String name;

    @Option(names = "--description", paramLabel = "TEXT", description = "A description for the users of the template.")
    private String description;

    @Option(names = "--shared", description = "Lets all who may submit run the template.")
    private boolean shared;

    @Option(
            names = "--blank",
            paramLabel = "BLANK",
            description = "Describes a blank; may be repeated. " + WrittenBlank.FORMS)
    private List<String> blanks = new ArrayList<>();

    @Option(
            names = "--label",
            paramLabel = "NAME=TEXT",
            description = "Labels the field of a blank of --blank on pages; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Override
    protected int run() {
        SentDocument sent = new SentDocument(named(file), bytes(file), terminal(), json());
        Answer answer = created(sent);
        sent.remark(answer.all("warning"));
        if (json()) {
            return answer(Json.object(answer, "warnings"));
        }
        terminal().line(answer.text("template"));
        if (answer.is("loginsRemoved")) {
            terminal()
                    .note("the sealed passwords of the document are left out; steps that had one have no login of their"
                            + " own now");
        }
        return ExitStatus.DONE;
    }

    private Answer created(SentDocument sent) {
        List<Map.Entry<String, Object>> fields = new ArrayList<>();
        fields.add(Map.entry("document", base64(sent.bytes())));
        if (name != null) {
            fields.add(Map.entry("name", name));
        }
        if (description != null) {
            fields.add(Map.entry("description", description));
        }
        fields.add(Map.entry("shared", Boolean.toString(shared)));
        List<WrittenBlank> described = blanks.stream().map(WrittenBlank::parse).toList();
        labels.keySet().stream()
                .filter(label ->
                        described.stream().noneMatch(blank -> blank.name().equals(label)))
                .findFirst()
                .ifPresent(label -> {
                    throw Failure.usage(
                            "--label names " + label + ", and no --blank does", "Describe the blank by --blank, too.");
                });
        described.forEach(blank -> fields.add(Map.entry("blank", blank.part(labels.get(blank.name())))));
        try {
            return ask("templateCreate", fields);
        } catch (Failure failure) {
            throw sent.refused(failure);
        }
    }
}
