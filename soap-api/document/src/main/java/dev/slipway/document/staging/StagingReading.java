package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.launch.ReportPaths;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Credential;
import dev.slipway.request.DataContract;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.namespace.QName;

/** Reads the data staging of a document into the steps before and after the run. */
public final class StagingReading {
    private static final QName URI = Names.jsdl("URI");
    private static final QName SSH = Names.sw("Ssh");

    private final Findings findings;
    private final ValueReader values;
    private final CredentialReading credentials;
    private final KindReading kinds;
    private final Map<String, Integer> namesakes = new HashMap<>();
    private final Map<StagingStep, DocumentElement> places = new IdentityHashMap<>();
    private final Set<Optional<RunPath>> unread = new HashSet<>();
    private final Set<String> usedIn = new HashSet<>();
    private final Set<String> usedOut = new HashSet<>();
    private final Map<String, DataContract> contracts = new HashMap<>();
    private final List<StagingStep> in = new ArrayList<>();
    private final List<StagingStep> out = new ArrayList<>();

    /** @param taken the credentials found so far in the whole document */
    public StagingReading(Findings findings, Set<Credential> taken) {
        this.findings = findings;
        this.values = new ValueReader(findings);
        this.kinds = new KindReading(findings);
        this.credentials = new CredentialReading(findings, taken);
    }

    public List<StagingStep> in() {
        return in;
    }

    public List<StagingStep> out() {
        return out;
    }

    /** Finds conflicts between the files of steps and those of the program. */
    public void checkOutputs(LaunchRequest launch) {
        StagingOrder.checkOutputs(launch, in, places, findings);
    }

    /** Returns the contracts by the names of the steps before the run. */
    public Map<String, DataContract> contracts() {
        return contracts;
    }

    public void read(DocumentElement body) {
        List<DocumentElement> stagings = body.children(Names.jsdl("DataStaging"));
        // Names that the author gave come first, so that a derived name makes way for them.
        stagings.stream().filter(staging -> given(staging).isPresent()).forEach(this::reserve);
        stagings.forEach(this::staging);
        ReportStaging report = new ReportStaging(findings, credentials, ReportPaths.of(body, findings));
        body.child(Names.report("PreDataStaging")).ifPresent(section -> {
            report.read(section, file -> derived(file, usedIn), (step, place) -> keep(step, place, in));
            report.inputs(section);
        });
        body.child(Names.report("PostDataStaging")).ifPresent(section -> {
            report.read(section, file -> derived(file, usedOut), (step, place) -> keep(step, place, out));
            report.inputs(section);
        });
        unread.addAll(report.unread());
        StagingOrder.check(in, unread, places, findings);
    }

    private static Optional<String> given(DocumentElement staging) {
        return staging.ownAttribute("name").map(String::strip).filter(name -> !name.isEmpty());
    }

    private void reserve(DocumentElement staging) {
        String name = given(staging).orElseThrow();
        boolean fetches = staging.child(Names.jsdl("Source")).isPresent();
        boolean delivers = staging.child(Names.jsdl("Target")).isPresent();
        boolean takenIn = fetches && !usedIn.add(name);
        boolean takenOut = delivers && !usedOut.add(name);
        if (takenIn || takenOut) {
            findings.problem(
                    staging, "two data stagings are named " + Names.shown(name), "Give each its own name attribute.");
        }
    }

    private String derived(String file, Set<String> used) {
        String name = file;
        while (!used.add(name)) {
            name = file + "#" + namesakes.merge(file, 2, (last, first) -> last + 1);
        }
        return name;
    }

    /** The part of a data staging that stands outside of its source and target. */
    private record Staging(
            DocumentElement element, Optional<RunPath> file, CreationFlag creation, Optional<Credential> credential) {}

    private void staging(DocumentElement staging) {
        int before = in.size();
        Optional<DocumentElement> source = staging.child(Names.jsdl("Source"));
        Optional<DocumentElement> target = staging.child(Names.jsdl("Target"));
        Optional<RunPath> file = file(staging);
        CreationFlag creation = creation(staging);
        termination(staging);
        additions(staging);
        if (source.isEmpty() && target.isEmpty()) {
            findings.warning(
                    staging,
                    "jsdl:DataStaging has neither jsdl:Source nor jsdl:Target and moves nothing",
                    UriAlternatives.BRING.then(UriAlternatives.KEEP));
        }
        ssh(staging, source, target);
        Staging common = new Staging(staging, file, creation, credentials.standard(staging));
        source.flatMap(s -> source(s, common)).ifPresent(step -> keep(step, common, in));
        contract(staging, source, in.size() > before);
        target.flatMap(t -> target(t, common)).ifPresent(step -> keep(step, common, out));
        if (source.isPresent() && in.size() == before) {
            unread.add(file);
        }
    }

    /** Reports a credential that the step does not use. */
    private void requireUsed(Staging staging, StagingStep step) {
        if (staging.credential().equals(step.credential())) {
            return;
        }
        boolean database = step.place() instanceof Place.Source;
        findings.unsupported(
                staging.element(),
                database ? "ac:Credential for a database" : "ac:Credential where no host is reached by ssh",
                database
                        ? "Remove it: the operator's configuration of the source has user and password."
                        : "Remove it: the operator's configuration says how the service logs in, where it has to.");
    }

    private void keep(StagingStep step, Staging staging, List<StagingStep> steps) {
        requireUsed(staging, step);
        keep(step, staging.element(), steps);
    }

    private void keep(StagingStep step, DocumentElement place, List<StagingStep> steps) {
        places.put(step, place);
        steps.add(step);
    }

    private CreationFlag creation(DocumentElement staging) {
        return staging.child(Names.jsdl("CreationFlag")).map(values::creation).orElse(CreationFlag.OVERWRITE);
    }

    /** Returns the file. Without jsdl:FileName the file is named like its source or target. */
    private Optional<RunPath> file(DocumentElement staging) {
        Optional<DocumentElement> name = staging.child(Names.jsdl("FileName"));
        if (name.filter(element -> !element.stripped().isEmpty()).isPresent()) {
            return name.flatMap(values::runPath);
        }
        Optional<String> derived = Stream.of("Source", "Target")
                .flatMap(end -> staging.child(Names.jsdl(end)).stream())
                .flatMap(end -> end.child(URI).stream())
                .map(uri -> uri.stripped().substring(uri.stripped().lastIndexOf('/') + 1))
                .filter(last -> RunPath.isAllowed(last) && last.chars().noneMatch(c -> "?#:%@".indexOf(c) >= 0))
                .findFirst();
        if (derived.isEmpty()) {
            findings.problem(staging, "jsdl:DataStaging names no file", "Add jsdl:FileName.");
        }
        derived.ifPresent(last -> findings.warning(
                name.orElse(staging),
                "jsdl:FileName is missing or empty: the file is named " + Names.shown(last) + ", as in jsdl:URI",
                "Nothing to do, unless the program expects another name."));
        return derived.map(RunPath::new);
    }

    /** Reports elements that others have added to JSDL's own namespace. */
    private void additions(DocumentElement staging) {
        staging.child(Names.jsdl("HandleAsArchive")).ifPresent(flag -> {
            if (values.truth(flag, "jsdl:HandleAsArchive", flag.text())) {
                findings.unsupported(
                        flag, "unpacking an archive (jsdl:HandleAsArchive)", "Let the program unpack the file.");
            } else {
                findings.warning(
                        flag, "jsdl:HandleAsArchive is no element of JSDL 1.0; false has no effect", "Nothing to do.");
            }
        });
        staging.child(Names.jsdl("StagingSchedule"))
                .ifPresent(schedule -> findings.unsupported(
                        schedule,
                        "choosing when to move a file (jsdl:StagingSchedule)",
                        "Leave it out: files are fetched before the run and delivered after it."));
    }

    private void termination(DocumentElement staging) {
        staging.child(Names.jsdl("DeleteOnTermination")).ifPresent(flag -> {
            if (!values.truth(flag, "jsdl:DeleteOnTermination", flag.text())) {
                findings.warning(
                        flag,
                        "jsdl:DeleteOnTermination false has no effect: the run folder is removed when the job ends",
                        "Name the file in sw:Results to keep it.");
            }
        });
    }

    private void ssh(DocumentElement staging, Optional<DocumentElement> source, Optional<DocumentElement> target) {
        staging.child(SSH).ifPresent(ssh -> {
            boolean fetches = source.flatMap(s -> s.child(URI)).isPresent();
            boolean delivers = target.flatMap(t -> t.child(URI)).isPresent();
            misplaced(ssh, !fetches && !delivers, "sw:Ssh", "a jsdl:URI");
            misplaced(ssh, !fetches && ssh.attribute("compression").isPresent(), "compression", "a fetched file");
            misplaced(ssh, !delivers && ssh.attribute("always").isPresent(), "always", "a delivered file");
        });
    }

    /** @param kept whether the source became the last step so far */
    private void contract(DocumentElement staging, Optional<DocumentElement> source, boolean kept) {
        staging.child(Names.sw("Contract")).ifPresent(element -> {
            misplaced(element, source.isEmpty(), "sw:Contract", "a jsdl:Source");
            boolean file = Stream.concat(Stream.of(URI), kinds.dated().stream())
                    .anyMatch(kind -> source.flatMap(s -> s.child(kind)).isPresent());
            new ContractReading(findings)
                    .read(element, file)
                    .filter(contract -> kept)
                    .ifPresent(contract -> contracts.put(in.get(in.size() - 1).name(), contract));
        });
    }

    private void misplaced(DocumentElement at, boolean breach, String what, String where) {
        if (breach) {
            findings.problem(at, what + " goes with " + where + ", and there is none", "Remove it.");
        }
    }

    private Optional<? extends StagingStep> source(DocumentElement source, Staging staging) {
        return chosen(source, kinds.sources()).flatMap(way -> {
            if (way.name().equals(URI)) {
                SshOptions ssh = SshOptions.read(staging.element().child(SSH), values, findings);
                wholeFolder(staging, ssh);
                return RemoteFileUri.read(way, findings)
                        .flatMap(remote -> head(staging, ssh.orderGroup(), ssh.compression())
                                .map(head -> new SshFetch(
                                        head,
                                        remote.host(),
                                        remote.path(),
                                        staging.credential(),
                                        ssh.match(),
                                        ssh.preserve())));
            }
            Optional<KindReading.Draft<StepHead.In>> read = kinds.source(way);
            int group = values.orderGroup(way);
            Compression compression = values.compression(way);
            return read.flatMap(draft -> head(staging, group, compression).map(draft::step));
        });
    }

    private Optional<StepHead.In> head(Staging staging, int group, Compression compression) {
        return staging.file()
                .map(file -> new StepHead.In(
                        name(staging.element(), file, usedIn), group, file, staging.creation(), compression));
    }

    /** Reports options that apply to a single file but stand at a whole folder. */
    private void wholeFolder(Staging of, SshOptions ssh) {
        DocumentElement staging = of.element();
        if (ssh.match().isPresent() && staging.child(Names.sw("Contract")).isPresent()) {
            findings.unsupported(
                    staging,
                    "sw:Contract for the files of a folder",
                    "Leave it out, or fetch each file that is bound by one by itself.");
        }
        if (ssh.match().isPresent() && ssh.compression() != Compression.NONE) {
            findings.unsupported(
                    staging, "packing the files of a folder", "Leave out compression, or fetch each file by itself.");
        }
        if (ssh.match().isPresent() && of.creation() == CreationFlag.APPEND) {
            findings.unsupported(
                    staging,
                    "appending the files of a folder",
                    "Write overwrite or dontOverwrite, or fetch each file by itself.");
        }
    }

    private Optional<? extends StagingStep> target(DocumentElement target, Staging staging) {
        if (staging.creation() != CreationFlag.OVERWRITE) {
            findings.unsupported(
                    staging.element(),
                    "jsdl:CreationFlag " + (staging.creation() == CreationFlag.APPEND ? "append" : "dontOverwrite")
                            + " for a jsdl:Target",
                    "Write overwrite: a delivery replaces the file, and a store's statement decides for itself.");
        }
        return chosen(target, kinds.targets()).flatMap(way -> {
            if (way.name().equals(URI)) {
                SshOptions ssh = SshOptions.read(staging.element().child(SSH), values, findings);
                return RemoteFileUri.read(way, findings).flatMap(remote -> head(staging, ssh.orderGroup(), ssh.always())
                        .map(head -> new SshDeliver(
                                head,
                                remote.host(),
                                remote.path(),
                                staging.credential(),
                                ssh.match(),
                                ssh.preserve())));
            }
            Optional<KindReading.Draft<StepHead.Out>> read = kinds.target(way);
            int group = values.orderGroup(way);
            boolean always = values.truth(way, "always");
            return read.flatMap(draft -> head(staging, group, always).map(draft::step));
        });
    }

    private Optional<StepHead.Out> head(Staging staging, int group, boolean always) {
        return staging.file()
                .map(file -> new StepHead.Out(name(staging.element(), file, usedOut), group, file, always));
    }

    private String name(DocumentElement staging, RunPath file, Set<String> used) {
        return given(staging).orElseGet(() -> derived(file.value(), used));
    }

    /** Returns the one way of a source or target: a URI, or one of the given elements of Slipway. */
    private Optional<DocumentElement> chosen(DocumentElement end, Set<QName> ours) {
        List<DocumentElement> ways = end.children().stream()
                .filter(child -> child.name().equals(URI) || ours.contains(child.name()))
                .toList();
        if (ways.size() == 1) {
            return Optional.of(ways.get(0));
        }
        String label = Names.label(end.name());
        if (ways.isEmpty()) {
            findings.unsupported(
                    end,
                    label + " without jsdl:URI or "
                            + ours.stream().map(Names::label).collect(Collectors.joining(" or "))
                            + " (a transfer by the client)",
                    ours.contains(Names.sw("SqlStore")) ? UriAlternatives.KEEP : UriAlternatives.BRING);
        } else {
            findings.problem(end, label + " names more than one place", "Keep one of them.");
        }
        return Optional.empty();
    }
}
