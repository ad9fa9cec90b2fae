package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.form.JobForm;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Asks the desk at once whether the machine offers the program, the partition and the slots that a page asks for. */
@Component
class LaunchCheck {
    /** The obstacles of a job that can be mended on each page. */
    private static final Map<WizardPage, Set<ProblemCode>> MENDED = Map.of(
            WizardPage.APPLICATION,
            EnumSet.of(ProblemCode.EXECUTABLE_MISSING, ProblemCode.VARIABLE_REFUSED, ProblemCode.LAUNCH_REFUSED),
            WizardPage.RESOURCES,
            EnumSet.of(
                    ProblemCode.PARTITION_UNKNOWN,
                    ProblemCode.TOO_MANY_PROCESSES,
                    ProblemCode.DEMAND_NOT_TAKEN,
                    ProblemCode.VARIABLE_REFUSED));

    private final JobDesk desk;

    LaunchCheck(JobDesk desk) {
        this.desk = desk;
    }

    /**
     * Returns the obstacles of the page; empty for a page that does not concern the machine, and while the values do
     * not yet make a launch. Of a sweep the first job is checked.
     */
    List<Problem> obstacles(Caller caller, JobForm form, WizardPage page) {
        Set<ProblemCode> mended = MENDED.getOrDefault(page, Set.of());
        if (mended.isEmpty()) {
            return List.of();
        }
        // Only the launch is checked: steps have pages of their own and may be incomplete.
        JobForm launch = new JobForm(form.first().with("snapshots", "").values(), List.of(), List.of());
        return launch.with("name", "launch").checked().request().stream()
                .flatMap(request -> desk.obstacles(caller, request).stream())
                .filter(problem -> mended.contains(problem.code()))
                .toList();
    }
}
