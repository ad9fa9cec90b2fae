package dev.slipway.service.translation;

import dev.slipway.desk.JobSummary;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.desk.status.RunAtCluster;
import dev.slipway.desk.status.TokenStatus;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import dev.slipway.service.wire.ClusterStage;
import dev.slipway.service.wire.Figure;
import dev.slipway.service.wire.HeldBack;
import dev.slipway.service.wire.JobPhase;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.JobStep;
import dev.slipway.service.wire.JobTransfer;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.service.wire.StepDirection;
import dev.slipway.service.wire.StepProgress;
import java.time.Duration;
import java.util.function.Consumer;

/** Translates the desk's view of a job to types of the WSDL. A test checks that the enumerations have equal names. */
public final class StatusTranslation {
    private StatusTranslation() {}

    /** Passes on the job or the group that a token names. */
    public static void tell(
            TokenStatus status,
            Consumer<dev.slipway.service.wire.JobStatus> ofJob,
            Consumer<dev.slipway.service.wire.GroupStatus> ofGroup) {
        if (status instanceof JobStatus job) {
            ofJob.accept(status(job));
        } else if (status instanceof GroupStatus group) {
            ofGroup.accept(GroupTranslation.status(group));
        }
    }

    static dev.slipway.service.wire.JobStatus status(JobStatus job) {
        dev.slipway.service.wire.JobStatus wire = new dev.slipway.service.wire.JobStatus();
        wire.setToken(job.token().value());
        job.parent().map(JobToken::value).ifPresent(wire::setParent);
        job.membership().ifPresent(one -> {
            wire.setGroup(one.group().value());
            wire.setElement(one.element());
        });
        wire.setName(job.name());
        wire.setOwner(job.owner());
        wire.setState(state(job.state()));
        wire.setSince(job.since());
        wire.setAccepted(job.accepted());
        job.outcome()
                .ifPresent(
                        outcome -> wire.setOutcome(outcome(outcome, job.token().value())));
        job.blocked()
                .ifPresent(problem -> wire.setBlocked(
                        FaultTranslation.wire(problem, job.token().value())));
        job.held().map(StatusTranslation::hold).ifPresent(wire::setHeld);
        wire.setCancelRequested(job.cancelRequested());
        job.position().ifPresent(wire::setPosition);
        job.phases().forEach(phase -> wire.getPhase().add(phase(phase)));
        job.steps().forEach(step -> wire.getStep().add(step(step)));
        job.transfer().map(StatusTranslation::transfer).ifPresent(wire::setTransfer);
        wire.setProcesses(job.run().processes());
        job.run().progress().ifPresent(progress -> wire.setProgress(progress(progress)));
        job.run().report().ifPresent(report -> wire.setRun(run(report)));
        job.run().cluster().map(StatusTranslation::atCluster).ifPresent(wire::setCluster);
        return wire;
    }

    static dev.slipway.service.wire.JobSummary summary(JobSummary job) {
        dev.slipway.service.wire.JobSummary wire = new dev.slipway.service.wire.JobSummary();
        wire.setToken(job.token().value());
        wire.setName(job.name());
        wire.setOwner(job.owner());
        wire.setState(state(job.state()));
        job.outcome().ifPresent(word -> wire.setOutcome(OutcomeWord.valueOf(word)));
        wire.setBlocked(job.standing().blocked());
        wire.setHeld(job.standing().held());
        job.standing().cluster().map(StatusTranslation::atCluster).ifPresent(wire::setCluster);
        wire.setAccepted(job.accepted());
        wire.setSince(job.since());
        job.membership().ifPresent(one -> {
            wire.setGroup(one.group().value());
            wire.setElement(one.element());
        });
        return wire;
    }

    static JobState state(dev.slipway.job.JobState state) {
        return JobState.valueOf(state.name());
    }

    private static dev.slipway.service.wire.JobOutcome outcome(JobOutcome outcome, String token) {
        dev.slipway.service.wire.JobOutcome wire = new dev.slipway.service.wire.JobOutcome();
        wire.setWord(OutcomeWord.valueOf(outcome.word()));
        if (outcome instanceof JobOutcome.Failed failed) {
            wire.setPhase(state(failed.phase()));
            wire.setProblem(FaultTranslation.wire(failed.problem(), token));
        } else if (outcome instanceof JobOutcome.Cancelled cancelled) {
            wire.setBy(cancelled.by());
        }
        return wire;
    }

    private static HeldBack hold(JobStatus.Hold hold) {
        HeldBack wire = new HeldBack();
        wire.setBy(hold.by());
        wire.setSince(hold.since());
        return wire;
    }

    private static JobPhase phase(JobStatus.Phase phase) {
        JobPhase wire = new JobPhase();
        wire.setState(state(phase.state()));
        wire.setBegun(phase.begun());
        phase.ended().ifPresent(wire::setEnded);
        return wire;
    }

    private static JobStep step(JobStatus.Step step) {
        JobStep wire = new JobStep();
        wire.setName(step.name());
        wire.setDirection(StepDirection.valueOf(step.head().direction().name()));
        wire.setOrderGroup(step.head().orderGroup());
        wire.setPlace(step.place());
        wire.setFile(step.head().file().value());
        wire.setProgress(StepProgress.valueOf(step.progress().name()));
        wire.setBytes(step.bytes());
        wire.setRows(step.rows());
        step.sha256().ifPresent(wire::setSha256);
        step.motion().ifPresent(motion -> {
            wire.setMovedAt(motion.moved());
            wire.setBytesPerSecond(motion.bytesPerSecond());
            motion.expectedBytes().ifPresent(wire::setExpectedBytes);
            motion.left().map(Duration::toSeconds).ifPresent(wire::setEstimateSeconds);
        });
        return wire;
    }

    private static JobTransfer transfer(JobStatus.Transfer transfer) {
        JobTransfer wire = new JobTransfer();
        wire.setBytes(transfer.bytes());
        wire.setRows(transfer.rows());
        wire.setBytesPerSecond(transfer.bytesPerSecond());
        wire.setMovedAt(transfer.moved());
        transfer.left().map(Duration::toSeconds).ifPresent(wire::setEstimateSeconds);
        return wire;
    }

    private static dev.slipway.service.wire.RunProgress progress(RunProgress progress) {
        dev.slipway.service.wire.RunProgress wire = new dev.slipway.service.wire.RunProgress();
        wire.setDone(progress.done());
        wire.setOf(progress.of());
        progress.figures().forEach((name, value) -> {
            Figure figure = new Figure();
            figure.setName(name);
            figure.setValue(value);
            wire.getFigure().add(figure);
        });
        progress.phase().ifPresent(wire::setProgramPhase);
        return wire;
    }

    private static dev.slipway.service.wire.RunAtCluster atCluster(RunAtCluster at) {
        dev.slipway.service.wire.RunAtCluster wire = new dev.slipway.service.wire.RunAtCluster();
        wire.setName(at.run().cluster());
        wire.setNumber(at.run().number());
        at.stage().map(stage -> ClusterStage.valueOf(stage.name())).ifPresent(wire::setStage);
        if (!at.reason().isEmpty()) {
            wire.setReason(at.reason());
        }
        at.expected().ifPresent(wire::setExpected);
        at.words().ifPresent(wire::setWords);
        return wire;
    }

    private static dev.slipway.service.wire.RunReport run(RunReport run) {
        dev.slipway.service.wire.RunReport wire = new dev.slipway.service.wire.RunReport();
        wire.setExitStatus(run.exitStatus());
        wire.setSignal(run.signal());
        wire.setReason(run.reason());
        wire.setStarted(run.started());
        wire.setEnded(run.ended());
        wire.setUserSeconds(run.userSeconds());
        wire.setSystemSeconds(run.systemSeconds());
        wire.setMaxRssBytes(run.maxRssBytes());
        return wire;
    }
}
