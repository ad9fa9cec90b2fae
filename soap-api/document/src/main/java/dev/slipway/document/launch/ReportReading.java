package dev.slipway.document.launch;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import java.time.Duration;
import java.util.Optional;
import javax.xml.namespace.QName;

/** Reads the program and its partition in the report's form (figure 2): BG_MpirunApplication and BG_MpirunResource. */
final class ReportReading {
    static final QName APPLICATION = Names.report("BG_MpirunApplication");

    private final Findings findings;
    private final ValueReader values;

    ReportReading(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
    }

    Optional<LaunchRequest> launch(
            DocumentElement form, Optional<DocumentElement> resources, ApplicationReading common) {
        ReportPaths paths = ReportPaths.of(form.parent().parent(), findings);
        Optional<DocumentElement> mpirun = resources.flatMap(r -> r.child(Names.report("BG_MpirunResource")));
        if (mpirun.isEmpty()) {
            findings.problem(
                    form,
                    "the document does not say how many processes to run",
                    "Write jsdl:BG_MpirunResource with jsdl:BG_Mpirun_Np into jsdl:Resource.");
        }
        mpirun.ifPresent(this::verbose);
        folder(form);
        Optional<Integer> processes = mpirun.flatMap(m -> m.child(Names.report("BG_Mpirun_Np")))
                .flatMap(np -> values.whole(np, "jsdl:BG_Mpirun_Np", np.text(), 1));
        Optional<String> partition = mpirun.flatMap(m -> m.child(Names.report("BG_Mpirun_Partition")))
                .flatMap(values::name);
        Optional<String> executable = form.child(Names.report("BG_Mpirun_Exe")).flatMap(values::name);
        Optional<RunPath> stdout = stream(resources, "StdoutFileName", paths, ApplicationReading.STDOUT);
        Optional<RunPath> stderr = stream(resources, "StderrFileName", paths, ApplicationReading.STDERR);
        Optional<Duration> wallTime = form.child(posix("WallTimeLimit")).flatMap(common::wallTime);
        if (executable.isEmpty() || processes.isEmpty() || stdout.isEmpty() || stderr.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new LaunchRequest(
                MpiProgram.of(
                        executable.get(),
                        common.arguments(form, posix("Argument")),
                        common.environment(form, posix("Environment")),
                        processes.get()),
                partition,
                stdout.get(),
                stderr.get(),
                wallTime,
                RunLimits.NONE));
    }

    private static QName posix(String local) {
        return new QName(Names.POSIX, local);
    }

    private static Optional<RunPath> stream(
            Optional<DocumentElement> resources, String local, ReportPaths paths, RunPath otherwise) {
        return resources
                .flatMap(r -> r.child(Names.report(local)))
                .map(paths::stream)
                .orElse(Optional.of(otherwise));
    }

    private void verbose(DocumentElement mpirun) {
        mpirun.child(Names.report("BG_Mpirun_Verbose"))
                .filter(level -> values.whole(level, "jsdl:BG_Mpirun_Verbose", level.text(), 0)
                        .filter(n -> n > 0)
                        .isPresent())
                .ifPresent(level -> findings.warning(
                        level,
                        "jsdl:BG_Mpirun_Verbose has no effect: a job's history always has its launch command",
                        "Nothing to do."));
    }

    private void folder(DocumentElement form) {
        form.child(Names.report("BG_Mpirun_Cwd"))
                .filter(folder -> !folder.stripped().isEmpty())
                .ifPresent(folder -> findings.warning(
                        folder,
                        "the job's run folder takes the place of jsdl:BG_Mpirun_Cwd",
                        "Nothing to do, unless the program needs files of that folder: stage them."));
    }
}
