package dev.slipway.toolkit;

import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.DocumentProblem;
import dev.slipway.service.wire.Plan;
import dev.slipway.service.wire.PlanResponse;
import dev.slipway.service.wire.Problem;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.Severity;
import dev.slipway.service.wire.StepDirection;
import dev.slipway.service.wire.StepPlan;
import java.nio.charset.StandardCharsets;

/** Answers calls about plans according to the document's text. */
abstract class ScriptedPlans extends ScriptedAccess {

    @Override
    public PlanResponse plan(Plan call) throws ProblemFault {
        String document = new String(call.getDocument(), StandardCharsets.UTF_8);
        hear("plan");
        PlanResponse answer = new PlanResponse();
        answer.setNotes("");
        answer.setEstimate("");
        if (document.equals("bad")) {
            answer.getFinding().add(finding());
            return answer;
        }
        boolean away = document.equals("away");
        answer.setReady(!away);
        answer.setJobs(1);
        answer.setEstimateSeconds(3L);
        answer.setEstimate("about 3 s, from the steps' own times, when nothing else moves");
        answer.getStep().add(step(away));
        return answer;
    }

    private static DocumentProblem finding() {
        DocumentProblem finding = new DocumentProblem();
        finding.setCode("document.malformed");
        finding.setSeverity(Severity.ERROR);
        finding.setXpath("/");
        finding.setLine(1);
        finding.setColumn(1);
        finding.setMessage("no XML");
        finding.setHint("Write some.");
        return finding;
    }

    private static StepPlan step(boolean away) {
        StepPlan step = new StepPlan();
        step.setName("positions");
        step.setDirection(StepDirection.IN);
        step.setOrderGroup(2);
        step.setPlace("risk");
        step.setFile("positions.csv");
        step.setNotes("needs books.csv of step books\nparameters: int4");
        step.setBasis(away ? "" : "what the planner of source risk expects");
        step.setEstimate(away ? "" : "about 3 s, from a guess");
        if (away) {
            Problem problem = new Problem();
            problem.setCode(ProblemCode.DATABASE_UNREACHABLE.id());
            problem.setMessage("source risk cannot be reached");
            problem.setDetail("SQLSTATE 08001");
            problem.setHint(ProblemCode.DATABASE_UNREACHABLE.remedy().shell());
            problem.setExitStatus(ProblemCode.DATABASE_UNREACHABLE.exitStatus());
            step.getObstacle().add(problem);
        } else {
            step.setBytes(2048L);
            step.setRows(1000L);
            step.setEstimateSeconds(3L);
        }
        return step;
    }
}
