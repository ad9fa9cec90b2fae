package dev.slipway.document.reader;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.launch.ApplicationReading;
import dev.slipway.document.staging.StagingReading;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.Application;
import dev.slipway.request.Credential;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Place;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StreamApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the tree of one job, mended and checked against the grammar, into a request. */
final class RequestReading {
    private final Findings findings;
    private final ValueReader values;
    private final Set<Credential> taken;

    /** @param taken the credentials found so far in the whole document; the elements of a sweep share this set */
    RequestReading(Findings findings, Set<Credential> taken) {
        this.findings = findings;
        this.taken = taken;
        this.values = new ValueReader(findings);
    }

    /** Reads the part of a job that a request can hold; empty if a finding prevents any request. */
    Optional<JobRequest> read(DocumentElement root, Optional<String> submissionId) {
        return root.child(Names.jsdl("JobDescription")).flatMap(body -> request(body, submissionId));
    }

    private Optional<JobRequest> request(DocumentElement body, Optional<String> submissionId) {
        Optional<DocumentElement> identification = body.child(Names.jsdl("JobIdentification"));
        Optional<LaunchRequest> launch =
                new ApplicationReading(findings).read(body).map(run -> run.keeping(checkpoint(body, run)));
        StagingReading staging = new StagingReading(findings, taken);
        staging.read(body);
        launch.ifPresent(staging::checkOutputs);
        List<ResultFile> results = body.child(Names.sw("Results"))
                .map(new ResultReading(findings)::read)
                .orElse(List.of());
        List<String> snapshots = snapshots(body, staging.in());
        if (findings.hasErrors()) {
            return Optional.empty();
        }
        return launch.map(program -> new JobRequest(
                stripped(identification, "JobName").orElseGet(() -> usualName(program.application())),
                stripped(identification, "Description"),
                submissionId,
                program,
                staging.in(),
                staging.out(),
                results,
                staging.contracts(),
                snapshots));
    }

    /**
     * Reads the checkpoint folder. A folder that is in the way of the program's output is reported, and none is
     * returned.
     */
    private Optional<RunPath> checkpoint(DocumentElement body, LaunchRequest launch) {
        Optional<DocumentElement> element = body.child(Names.sw("CheckpointFolder"));
        Optional<RunPath> folder = element.flatMap(values::runPath);
        Optional<RunPath> output = folder.flatMap(launch::outputAt);
        output.ifPresent(file -> findings.problem(
                element.get(),
                "the checkpoint folder " + Names.shown(folder.get().value()) + " and the program's output "
                        + Names.shown(file.value()) + " are in each other's way",
                "Name a folder of its own, or another file for Output or Error."));
        return output.isPresent() ? Optional.empty() : folder;
    }

    private static Optional<String> stripped(Optional<DocumentElement> identification, String local) {
        return identification
                .flatMap(element -> element.child(Names.jsdl(local)))
                .map(DocumentElement::stripped)
                .filter(text -> !text.isEmpty());
    }

    private static String usualName(Application application) {
        if (application instanceof StreamApplication stream) {
            return stream.name();
        }
        String executable = application.title();
        String part = executable.substring(executable.lastIndexOf('/') + 1);
        return part.isBlank() ? executable : part;
    }

    /** Returns the sources with a snapshot. Each source may stand once, and only if the job extracts from it. */
    private List<String> snapshots(DocumentElement body, List<StagingStep> steps) {
        List<String> sources = new ArrayList<>();
        for (DocumentElement element : body.children(Names.sw("Snapshot"))) {
            values.required(element, "source").ifPresent(source -> {
                if (sources.contains(source)) {
                    findings.problem(
                            element,
                            "source " + Names.shown(source) + " has a sw:Snapshot already",
                            "Leave out one of them.");
                } else if (steps.stream().noneMatch(step -> step.place().equals(new Place.Source(source)))) {
                    findings.problem(
                            element,
                            "no sw:SqlExtract of the job reads source " + Names.shown(source),
                            "Name the source of an extract, or leave the sw:Snapshot out.");
                }
                sources.add(source);
            });
        }
        return sources;
    }
}
