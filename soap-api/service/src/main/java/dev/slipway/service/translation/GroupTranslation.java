package dev.slipway.service.translation;

import dev.slipway.desk.status.GroupStatus;
import dev.slipway.job.JobToken;
import dev.slipway.service.wire.FailedJob;
import dev.slipway.service.wire.GroupState;
import dev.slipway.service.wire.JobCount;
import dev.slipway.service.wire.OutcomeWord;

/** Translates the desk's view of a group to types of the WSDL. */
final class GroupTranslation {
    private GroupTranslation() {}

    static dev.slipway.service.wire.GroupStatus status(GroupStatus group) {
        dev.slipway.service.wire.GroupStatus wire = new dev.slipway.service.wire.GroupStatus();
        wire.setToken(group.token().value());
        group.parent().map(JobToken::value).ifPresent(wire::setParent);
        wire.setName(group.name());
        wire.setOwner(group.owner());
        wire.setAccepted(group.accepted());
        wire.setState(GroupState.valueOf(group.state().name()));
        group.outcome().map(OutcomeWord::valueOf).ifPresent(wire::setOutcome);
        group.closed().ifPresent(wire::setClosed);
        wire.setJobs(group.size());
        group.counts().forEach(count -> wire.getCount().add(count(count)));
        wire.setBlocked(group.blocked());
        wire.setHeld(group.held());
        group.failures().forEach(failure -> wire.getFailure().add(failure(failure)));
        return wire;
    }

    private static JobCount count(GroupStatus.Count count) {
        JobCount wire = new JobCount();
        wire.setState(StatusTranslation.state(count.state()));
        count.outcome().map(OutcomeWord::valueOf).ifPresent(wire::setOutcome);
        wire.setJobs(count.jobs());
        return wire;
    }

    private static FailedJob failure(GroupStatus.Failure failure) {
        FailedJob wire = new FailedJob();
        wire.setToken(failure.token().value());
        wire.setElement(failure.element());
        wire.setName(failure.name());
        wire.setPhase(StatusTranslation.state(failure.phase()));
        wire.setProblem(FaultTranslation.wire(failure.problem(), failure.token().value()));
        return wire;
    }
}
