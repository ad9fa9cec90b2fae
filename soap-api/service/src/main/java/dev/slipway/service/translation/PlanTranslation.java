package dev.slipway.service.translation;

import dev.slipway.desk.plan.JobPlan;
import dev.slipway.desk.status.Estimate;
import dev.slipway.service.wire.PlanResponse;
import dev.slipway.service.wire.StepDirection;
import dev.slipway.service.wire.StepPlan;

/** Translates a plan to types of the WSDL. */
public final class PlanTranslation {
    private PlanTranslation() {}

    /** Adds the plan of a document without errors to the answer. */
    public static void tell(JobPlan plan, PlanResponse wire) {
        wire.setReady(plan.ready());
        wire.setJobs(plan.jobs());
        plan.problems().forEach(problem -> wire.getObstacle().add(FaultTranslation.wire(problem, null)));
        plan.steps().forEach(step -> wire.getStep().add(step(step)));
        wire.setNotes(String.join("\n", plan.notes()));
        plan.stageIn().left().ifPresent(left -> wire.setEstimateSeconds(left.toSeconds()));
        wire.setEstimate(plan.stageIn().words());
    }

    private static StepPlan step(JobPlan.Step step) {
        StepPlan wire = new StepPlan();
        wire.setName(step.name());
        wire.setDirection(StepDirection.valueOf(step.head().direction().name()));
        wire.setOrderGroup(step.head().orderGroup());
        wire.setPlace(step.place());
        wire.setFile(step.head().file().value());
        step.problems().forEach(problem -> wire.getObstacle().add(FaultTranslation.wire(problem, null)));
        wire.setNotes(String.join("\n", step.notes()));
        step.bytes().ifPresent(wire::setBytes);
        step.rows().ifPresent(wire::setRows);
        wire.setBasis(step.basis());
        step.time().flatMap(Estimate::left).ifPresent(left -> wire.setEstimateSeconds(left.toSeconds()));
        wire.setEstimate(step.time().map(Estimate::words).orElse(""));
        return wire;
    }
}
