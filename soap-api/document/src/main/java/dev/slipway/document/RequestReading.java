package dev.slipway.document;

import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** A whole tree to a request. */
final class RequestReading {
    private final Findings findings = new Findings();
    private final Values values = new Values(findings);

    ReadDocument read(DocumentElement root) {
        if (!root.name().equals(Names.jsdl("JobDefinition"))) {
            return refuseRoot(root);
        }
        new GrammarCheck(findings).check(root);
        Optional<JobRequest> request = root.child(Names.jsdl("JobDescription")).flatMap(body -> request(root, body));
        if (findings.hasErrors()) {
            return new ReadDocument.Refused(findings.all());
        }
        return new ReadDocument.Accepted(
                request.orElseThrow(() -> new IllegalStateException("no request, but no problem either")),
                findings.all());
    }

    private ReadDocument refuseRoot(DocumentElement root) {
        QName name = root.name();
        String namespace = name.getNamespaceURI();
        String other = Names.OTHER_LANGUAGES.get(namespace);
        String message = "the root element is " + Names.label(name)
                + (namespace.isEmpty() ? " without a namespace" : " of " + Names.shown(namespace))
                + (other == null ? ", not a jsdl:JobDefinition" : ": " + other);
        findings.problem(root, message, "Write a JobDefinition of the namespace " + Names.JSDL + ".");
        return new ReadDocument.Refused(findings.all());
    }

    private Optional<JobRequest> request(DocumentElement root, DocumentElement body) {
        Optional<DocumentElement> identification = body.child(Names.jsdl("JobIdentification"));
        Optional<LaunchRequest> launch = body.child(Names.jsdl("Application"))
                .flatMap(application ->
                        new ApplicationReading(findings).read(application, body.child(Names.jsdl("Resources"))));
        StagingReading staging = new StagingReading(findings);
        staging.read(body.children(Names.jsdl("DataStaging")));
        List<ResultFile> results =
                body.child(Names.sw("Results")).map(this::results).orElse(List.of());
        if (findings.hasErrors()) {
            return Optional.empty();
        }
        return launch.map(program -> new JobRequest(
                stripped(identification, "JobName").orElseGet(() -> lastPart(program.executable())),
                stripped(identification, "Description"),
                root.attribute("sid").map(String::strip).filter(sid -> !sid.isEmpty()),
                program,
                staging.in(),
                staging.out(),
                results));
    }

    private static Optional<String> stripped(Optional<DocumentElement> identification, String local) {
        return identification
                .flatMap(element -> element.child(Names.jsdl(local)))
                .map(DocumentElement::stripped)
                .filter(text -> !text.isEmpty());
    }

    private static String lastPart(String executable) {
        String part = executable.substring(executable.lastIndexOf('/') + 1);
        return part.isBlank() ? executable : part;
    }

    private List<ResultFile> results(DocumentElement element) {
        List<ResultFile> results = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (DocumentElement result : element.children(Names.sw("Result"))) {
            Optional<String> name = values.required(result, "name");
            ResultFile.Role role = role(result);
            if (name.isPresent() && !names.add(name.get())) {
                findings.problem(result, "two results are named " + Names.shown(name.get()), "Give each its own name.");
            }
            values.required(result, "file")
                    .flatMap(file -> values.runPath(result, "attribute file of sw:Result", file))
                    .ifPresent(file -> name.ifPresent(n -> results.add(new ResultFile(n, file, role))));
        }
        return results;
    }

    private ResultFile.Role role(DocumentElement result) {
        String value = result.attribute("role").orElse("file").strip();
        return switch (value) {
            case "pnl-distribution" -> ResultFile.Role.PNL_DISTRIBUTION;
            case "risk-figures" -> ResultFile.Role.RISK_FIGURES;
            case "file" -> ResultFile.Role.FILE;
            default -> {
                findings.problem(
                        result,
                        "no such role: \"" + Names.shown(value) + "\"",
                        "Write pnl-distribution, risk-figures or file.");
                yield ResultFile.Role.FILE;
            }
        };
    }
}
