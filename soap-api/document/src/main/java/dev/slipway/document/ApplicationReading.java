package dev.slipway.document;

import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunPath;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;

/** The application and the resources of a document: what becomes the {@link LaunchRequest}. */
final class ApplicationReading {
    static final String VARIATIONS = "http://www.ogf.org/jsdl/2007/02/jsdl-spmd/";
    private static final Set<String> LAUNCHABLE = Set.of(VARIATIONS + "MPI", VARIATIONS + "OpenMPI");
    private static final RunPath STDOUT = new RunPath("stdout.txt");
    private static final RunPath STDERR = new RunPath("stderr.txt");

    private final Findings findings;
    private final Values values;

    ApplicationReading(Findings findings) {
        this.findings = findings;
        this.values = new Values(findings);
    }

    Optional<LaunchRequest> read(DocumentElement application, Optional<DocumentElement> resources) {
        Optional<Integer> total = resources.flatMap(this::resources);
        Optional<String> partition =
                resources.flatMap(r -> r.child(Names.sw("Partition"))).flatMap(values::name);
        return form(application).flatMap(form -> launch(form, partition, processes(form, total)));
    }

    private Optional<DocumentElement> form(DocumentElement application) {
        List<DocumentElement> forms = application.children().stream()
                .filter(child -> child.name().getLocalPart().endsWith("Application")
                        && Names.known(child.name().getNamespaceURI())
                        && !child.name().getNamespaceURI().equals(Names.JSDL))
                .toList();
        if (forms.size() != 1) {
            findings.problem(
                    application,
                    forms.isEmpty()
                            ? "jsdl:Application names no program"
                            : "jsdl:Application names more than one program",
                    "Put exactly one of spmd:SPMDApplication, posix:POSIXApplication, hpcpa:HPCProfileApplication into it.");
            return Optional.empty();
        }
        return Optional.of(forms.get(0));
    }

    private Optional<LaunchRequest> launch(
            DocumentElement form, Optional<String> partition, Optional<Integer> processes) {
        Optional<String> executable = child(form, "Executable").flatMap(values::name);
        List<String> arguments = form.children(member(form, "Argument")).stream()
                .map(DocumentElement::text)
                .toList();
        Map<String, String> environment = environment(form);
        Optional<RunPath> stdout = child(form, "Output").map(values::runPath).orElse(Optional.of(STDOUT));
        Optional<RunPath> stderr = child(form, "Error").map(values::runPath).orElse(Optional.of(STDERR));
        Optional<Duration> wallTime = child(form, "WallTimeLimit")
                .flatMap(limit -> values.whole(limit, "posix:WallTimeLimit", limit.text(), 1))
                .map(Duration::ofSeconds);
        if (executable.isEmpty() || stdout.isEmpty() || stderr.isEmpty() || processes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LaunchRequest(
                executable.get(),
                arguments,
                environment,
                partition,
                processes.get(),
                stdout.get(),
                stderr.get(),
                wallTime));
    }

    /** SPMD borrows its common elements from POSIX. */
    private static QName member(DocumentElement form, String local) {
        String namespace = form.name().getNamespaceURI();
        return new QName(namespace.equals(Names.SPMD) ? Names.POSIX : namespace, local);
    }

    private static Optional<DocumentElement> child(DocumentElement form, String local) {
        return form.child(member(form, local));
    }

    private Map<String, String> environment(DocumentElement form) {
        Map<String, String> environment = new LinkedHashMap<>();
        for (DocumentElement variable : form.children(member(form, "Environment"))) {
            values.required(variable, "name").ifPresent(name -> {
                if (name.contains("=")) {
                    findings.problem(variable, "no variable can be named " + Names.shown(name), "Remove the =.");
                } else if (environment.putIfAbsent(name, variable.text()) != null) {
                    findings.problem(variable, "variable " + Names.shown(name) + " is set twice", "Keep one of them.");
                }
            });
        }
        return environment;
    }

    private Optional<Integer> processes(DocumentElement form, Optional<Integer> total) {
        if (!form.name().getNamespaceURI().equals(Names.SPMD)) {
            total.filter(count -> count != 1)
                    .ifPresent(count -> findings.problem(
                            form,
                            "jsdl:TotalCPUCount asks for " + count + " processors, but " + Names.label(form.name())
                                    + " runs as one process",
                            "Use spmd:SPMDApplication for an MPI program."));
            return Optional.of(1);
        }
        variation(form);
        threads(form);
        Optional<DocumentElement> number = form.child(new QName(Names.SPMD, "NumberOfProcesses"));
        if (number.isEmpty() || number.get().stripped().isEmpty()) {
            return total.or(() -> {
                findings.problem(
                        number.orElse(form),
                        "the document does not say how many processes to run",
                        "Write spmd:NumberOfProcesses, or jsdl:TotalCPUCount with jsdl:Exact.");
                return Optional.empty();
            });
        }
        Optional<Integer> count = values.whole(
                number.get(), "spmd:NumberOfProcesses", number.get().text(), 1);
        if (count.isPresent() && total.isPresent() && !count.equals(total)) {
            findings.problem(
                    number.get(),
                    "spmd:NumberOfProcesses is " + count.get() + ", but jsdl:TotalCPUCount is " + total.get(),
                    "Make them equal, or leave jsdl:TotalCPUCount out.");
        }
        return count;
    }

    private void variation(DocumentElement form) {
        form.child(new QName(Names.SPMD, "SPMDVariation"))
                .filter(variation -> !LAUNCHABLE.contains(variation.stripped()))
                .ifPresent(variation -> findings.unsupported(
                        variation,
                        "spmd:SPMDVariation " + Names.shown(variation.stripped()),
                        "Write " + VARIATIONS + "OpenMPI, or .../MPI for any."));
    }

    private void threads(DocumentElement form) {
        form.child(new QName(Names.SPMD, "ThreadsPerProcess"))
                .filter(threads -> !threads.isNil() && !threads.stripped().equals("1"))
                .ifPresent(threads -> findings.unsupported(
                        threads,
                        "setting processors aside for threads (spmd:ThreadsPerProcess)",
                        "Leave it out; tell the program its number of threads by posix:Environment."));
    }

    /** @return the number of processes that the resources ask for */
    private Optional<Integer> resources(DocumentElement resources) {
        resources
                .child(Names.jsdl("ExclusiveExecution"))
                .filter(flag -> values.truth(flag, "jsdl:ExclusiveExecution", flag.text()))
                .ifPresent(flag -> findings.unsupported(
                        flag, "jsdl:ExclusiveExecution true", "Name a partition that runs one job at a time."));
        resources
                .child(Names.jsdl("OperatingSystem"))
                .flatMap(system -> system.child(Names.jsdl("OperatingSystemType")))
                .flatMap(type -> type.child(Names.jsdl("OperatingSystemName")))
                .filter(name -> !name.stripped().equalsIgnoreCase("LINUX"))
                .ifPresent(name -> findings.unsupported(
                        name,
                        "jsdl:OperatingSystemName " + Names.shown(name.stripped()),
                        "Every partition runs LINUX."));
        return resources.child(Names.jsdl("TotalCPUCount")).flatMap(this::exact);
    }

    private Optional<Integer> exact(DocumentElement count) {
        List<DocumentElement> exact = count.children(Names.jsdl("Exact"));
        if (exact.size() != 1 || count.children().size() != 1) {
            findings.unsupported(
                    count,
                    "choosing a number of processes (jsdl:TotalCPUCount without a single jsdl:Exact)",
                    "Write one jsdl:Exact.");
            return Optional.empty();
        }
        return values.whole(exact.get(0), "jsdl:TotalCPUCount", exact.get(0).text(), 1);
    }
}
