package dev.slipway.document.launch;

import dev.slipway.document.grammar.DocumentGrammar;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.Application;
import dev.slipway.request.Demand;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.StreamApplication;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** Reads the application and the resources of a document into a {@link LaunchRequest}. */
public final class ApplicationReading {
    public static final String VARIATIONS = "http://www.ogf.org/jsdl/2007/02/jsdl-spmd/";
    private static final List<String> ACTUAL = List.of(
            "actualtotalcpucount", "actualTotalCPUCount", "actualindividualcpucount", "actualIndividualCPUCount");
    static final RunPath STDOUT = new RunPath("stdout.txt");
    static final RunPath STDERR = new RunPath("stderr.txt");

    private final Findings findings;
    private final ValueReader values;

    public ApplicationReading(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
    }

    /** Returns the variation by which an SPMD application asks for an implementation of MPI. */
    public static String variation(MpiFlavour flavour) {
        return VARIATIONS
                + switch (flavour) {
                    case ANY -> "MPI";
                    case OPEN_MPI -> "OpenMPI";
                    case MPICH -> "MPICH2";
                };
    }

    public Optional<LaunchRequest> read(DocumentElement body) {
        Optional<DocumentElement> resources = body.child(Names.jsdl("Resources"));
        ResourceReading.Needs needs = resources
                .map(new ResourceReading(findings)::read)
                .orElse(ResourceReading.Needs.NONE)
                .charging(HostReading.account(body, findings));
        Optional<DocumentElement> application = body.child(Names.jsdl("Application"));
        if (application.isEmpty()) {
            findings.unsupported(
                    body, "a job without a program (no jsdl:Application)", "Name a program that uses what is staged.");
            return Optional.empty();
        }
        List<DocumentElement> forms = forms(application.get());
        withoutEffect(application.get(), forms);
        List<Optional<LaunchRequest>> launches = forms.stream()
                .map(form -> form.name().equals(ReportReading.APPLICATION)
                        ? new ReportReading(findings)
                                .launch(form, resources, this)
                                .map(launch -> launch.within(
                                        new RunLimits(needs.memory(), Optional.empty(), Optional.empty())))
                                .flatMap(launch -> placed(form, launch, needs.demand()))
                        : launch(form, needs, application(form, forms.size() == 1 ? needs : needs.of(form))))
                .toList();
        if (forms.size() == 1) {
            return launches.get(0);
        }
        unclear(application.get(), forms);
        return Optional.empty();
    }

    private void withoutEffect(DocumentElement application, List<DocumentElement> forms) {
        application
                .child(Names.jsdl("Description"))
                .ifPresent(text -> findings.warning(
                        text,
                        "jsdl:Description of an application has no effect",
                        "Nothing to do; a job's description stands in jsdl:JobIdentification."));
        forms.stream()
                .filter(form -> !form.name().equals(StreamReading.APPLICATION))
                .filter(form -> form.attribute("name").isPresent())
                .forEach(form -> findings.warning(
                        form,
                        "attribute name of " + Names.label(form.name()) + " has no effect",
                        "Nothing to do; a job's name stands in jsdl:JobName."));
    }

    private static List<DocumentElement> forms(DocumentElement application) {
        return application.children().stream()
                .filter(child -> child.name().getLocalPart().endsWith("Application")
                        && Names.known(child.name().getNamespaceURI())
                        && !child.name().getNamespaceURI().equals(Names.JSDL))
                .toList();
    }

    private void unclear(DocumentElement application, List<DocumentElement> forms) {
        if (forms.stream().anyMatch(form -> form.name().equals(StreamReading.APPLICATION))) {
            findings.problem(
                    application,
                    "a stream application stands beside another application, and a job runs one of them",
                    "Keep one of them.");
            return;
        }
        String name = application
                .child(Names.jsdl("ApplicationName"))
                .map(element -> " by its name (jsdl:ApplicationName " + Names.shown(element.stripped()) + ")")
                .orElse(" for the document (jsdl:Application names none)");
        findings.unsupported(
                application,
                forms.isEmpty() ? "choosing a program" + name : "running more than one program",
                "Put exactly one of spmd:SPMDApplication, posix:POSIXApplication, hpcpa:HPCProfileApplication,"
                        + " sw:StreamApplication into it.");
    }

    private Optional<? extends Application> application(DocumentElement form, ResourceReading.Needs needs) {
        if (!form.name().equals(StreamReading.APPLICATION)) {
            return program(form, processes(form, needs));
        }
        Optional<StreamApplication> stream = new StreamReading(findings).read(form);
        stream.ifPresent(one -> checkProcessors(form, one, needs));
        return stream;
    }

    private void checkProcessors(DocumentElement form, StreamApplication stream, ResourceReading.Needs needs) {
        needs.processors()
                .filter(asked -> !asked.range().matches(stream.processes()))
                .ifPresent(asked -> findings.problem(
                        form,
                        "the stream application starts " + stream.processes()
                                + " processes, which jsdl:TotalCPUCount does not allow",
                        "Make them agree, or leave jsdl:TotalCPUCount out."));
    }

    private Optional<MpiProgram> program(DocumentElement form, Optional<Integer> processes) {
        Optional<DocumentElement> program = child(form, "Executable");
        if (program.isEmpty()) {
            findings.unsupported(
                    form,
                    "choosing a program for the document (" + Names.label(form.name()) + " has no Executable)",
                    "Name a program of the operator's application folders as its Executable.");
        }
        Optional<String> executable = program.flatMap(values::name);
        List<String> arguments = arguments(form, member(form, "Argument"));
        Map<String, String> environment = environment(form, member(form, "Environment"));
        return executable.isEmpty() || processes.isEmpty()
                ? Optional.empty()
                : Optional.of(MpiProgram.of(executable.get(), arguments, environment, processes.get()));
    }

    /** Returns the launch request; empty if any part of the application or of its run is unclear. */
    private Optional<LaunchRequest> launch(
            DocumentElement form, ResourceReading.Needs needs, Optional<? extends Application> application) {
        Optional<RunPath> stdout = child(form, "Output").map(values::runPath).orElse(Optional.of(STDOUT));
        Optional<RunPath> stderr = child(form, "Error").map(values::runPath).orElse(Optional.of(STDERR));
        Optional<Duration> wallTime = child(form, "WallTimeLimit").flatMap(this::wallTime);
        RunLimits limits = new LimitReading(findings).read(form, needs.memory(), name -> member(form, name));
        ResourceDemand demand = new ProcessReading(findings).read(form, needs.demand());
        elsewhere(form);
        if (application.isEmpty() || stdout.isEmpty() || stderr.isEmpty()) {
            return Optional.empty();
        }
        LaunchRequest launch =
                new LaunchRequest(application.get(), needs.partition(), stdout.get(), stderr.get(), wallTime, limits);
        return placed(form, launch, demand);
    }

    /** Adds the demands to the run; empty, with a finding, if the processes cannot stand on the hosts. */
    private Optional<LaunchRequest> placed(DocumentElement form, LaunchRequest launch, ResourceDemand demand) {
        Optional<DocumentElement> hosts = form.parent()
                .parent()
                .child(Names.jsdl("Resources"))
                .flatMap(resources -> resources.child(Names.jsdl("TotalResourceCount")));
        if (launch.application() instanceof StreamApplication && demand.asks().contains(Demand.HOSTS)) {
            findings.unsupported(
                    hosts.orElse(form),
                    "a stream application on several hosts (jsdl:TotalResourceCount)",
                    DocumentGrammar.OWN_MACHINE);
            return Optional.empty();
        }
        return new ProcessReading(findings).fits(form, hosts, demand, launch.processes())
                ? Optional.of(launch.on(demand))
                : Optional.empty();
    }

    /** Reports files and folders outside of the run folder. Programs start in the run folder. */
    private void elsewhere(DocumentElement form) {
        child(form, "Input")
                .ifPresent(input -> unlessEmpty(
                        input,
                        "reading standard input from a file",
                        "Give the program the file's name as an argument."));
        child(form, "WorkingDirectory")
                .filter(folder -> !folder.stripped().equals("."))
                .ifPresent(folder -> unlessEmpty(
                        folder,
                        "another working directory than the run folder",
                        "Leave it out: programs start in the run folder."));
        for (DocumentElement child : form.children()) {
            if (child.attribute("filesystemName").isPresent()) {
                findings.unsupported(
                        child,
                        "attribute filesystemName of " + Names.label(child.name()),
                        "Name files relative to the run folder.");
            }
        }
    }

    private void unlessEmpty(DocumentElement element, String what, String hint) {
        if (element.stripped().isEmpty()) {
            findings.warning(element, Names.label(element.name()) + " is empty and has no effect", "Nothing to do.");
        } else {
            findings.unsupported(element, what + " (" + Names.label(element.name()) + ")", hint);
        }
    }

    Optional<Duration> wallTime(DocumentElement limit) {
        return values.whole(limit, "posix:WallTimeLimit", limit.text(), 1).map(Duration::ofSeconds);
    }

    List<String> arguments(DocumentElement form, QName name) {
        List<DocumentElement> arguments = form.children(name);
        arguments.forEach(argument -> WordsReading.argument(findings, argument));
        return arguments.stream().map(DocumentElement::text).toList();
    }

    /** SPMD and stream applications borrow their common elements from POSIX. */
    private static QName member(DocumentElement form, String local) {
        String namespace = form.name().getNamespaceURI();
        return new QName(Set.of(Names.SPMD, Names.SW).contains(namespace) ? Names.POSIX : namespace, local);
    }

    private static Optional<DocumentElement> child(DocumentElement form, String local) {
        return form.child(member(form, local));
    }

    Map<String, String> environment(DocumentElement form, QName member) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (DocumentElement variable : form.children(member)) {
            values.required(variable, "name").ifPresent(name -> {
                if (name.contains("=")) {
                    String before = name.substring(0, name.indexOf('='));
                    findings.problem(
                            variable,
                            "the name of a variable holds a =: " + Names.shown(before) + "=...",
                            "Write the name alone into the attribute, and the value into the element.");
                } else if (!LaunchRequest.isVariable(name)) {
                    findings.unsupported(
                            variable,
                            "a variable named \"" + Names.shown(name) + "\"",
                            "Write letters, digits, _, . and -, with a letter or _ first.");
                } else if (WordsReading.isRefused(findings, variable, name)) {
                    return;
                } else if (environment.putIfAbsent(name, variable.text()) != null) {
                    findings.problem(variable, "variable " + Names.shown(name) + " is set twice", "Keep one of them.");
                }
            });
        }
        return environment;
    }

    private Optional<Integer> processes(DocumentElement form, ResourceReading.Needs needs) {
        Optional<ResourceReading.Processors> processors = needs.processors();
        if (!form.name().getNamespaceURI().equals(Names.SPMD)) {
            processors
                    .filter(asked -> !asked.range().matches(1))
                    .ifPresent(asked -> findings.unsupported(
                            asked.element(),
                            "setting processors aside for one process (jsdl:TotalCPUCount other than 1 for "
                                    + Names.label(form.name()) + ")",
                            "Use spmd:SPMDApplication for an MPI program."));
            return Optional.of(1);
        }
        actual(form);
        Optional<DocumentElement> number = form.child(new QName(Names.SPMD, "NumberOfProcesses"));
        if (number.isEmpty() || number.get().stripped().isEmpty()) {
            if (processors.isPresent()) {
                return new ResourceReading(findings).processes(processors.get());
            }
            if (needs.unclear()) {
                return Optional.empty();
            }
            findings.unsupported(
                    number.orElse(form),
                    "choosing a number of processes for the document",
                    "Write spmd:NumberOfProcesses, or jsdl:TotalCPUCount with jsdl:Exact.");
            return Optional.empty();
        }
        Optional<Integer> count = values.whole(
                number.get(), "spmd:NumberOfProcesses", number.get().text(), 1);
        count.ifPresent(n -> processors
                .filter(asked -> !asked.range().matches(n))
                .ifPresent(asked -> findings.problem(
                        number.get(),
                        "spmd:NumberOfProcesses is " + n + ", which jsdl:TotalCPUCount does not allow",
                        "Make them agree, or leave jsdl:TotalCPUCount out.")));
        return count;
    }

    /**
     * Warns of the attributes that mean the total number of processors beside a number in the same element. The number
     * counts, and the attribute has no effect.
     */
    private void actual(DocumentElement form) {
        for (DocumentElement child : form.children()) {
            for (String attribute : ACTUAL) {
                if (child.attribute(attribute).isPresent()
                        && values.truth(child, attribute)
                        && !child.stripped().isEmpty()) {
                    findings.warning(
                            child,
                            "attribute " + attribute + " of " + Names.label(child.name())
                                    + " stands beside a number and has no effect",
                            "Nothing to do if the number is meant; leave the number out to mean the attribute.");
                }
            }
        }
    }
}
