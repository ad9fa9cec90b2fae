package dev.slipway.service.translation;

import dev.slipway.operations.PartitionStanding;
import dev.slipway.operations.PlaceStanding;
import dev.slipway.operations.QueueStanding;
import dev.slipway.service.wire.CheckAnswer;
import dev.slipway.service.wire.PartitionsResponse;
import dev.slipway.service.wire.PlaceAnswer;
import dev.slipway.service.wire.PlacesResponse;
import dev.slipway.staging.PlaceHealth;
import dev.slipway.stoppage.Stoppage;
import java.time.Duration;
import java.util.List;

/** Translates the operators' view of partitions and places to types of the WSDL. */
public final class StandingTranslation {
    private static final double NANOS = 1e9;

    private StandingTranslation() {}

    public static PartitionsResponse partitions(QueueStanding queue) {
        PartitionsResponse wire = new PartitionsResponse();
        queue.drained().map(StandingTranslation::stoppage).ifPresent(wire::setDrained);
        queue.shortage().ifPresent(wire::setShortage);
        queue.partitions().forEach(one -> wire.getPartition().add(partition(one)));
        return wire;
    }

    private static dev.slipway.service.wire.PartitionStanding partition(PartitionStanding partition) {
        dev.slipway.service.wire.PartitionStanding wire = new dev.slipway.service.wire.PartitionStanding();
        wire.setName(partition.name());
        wire.setSlots(partition.slots());
        wire.setTaken(partition.taken());
        wire.setRuns(partition.runs());
        wire.setReady(partition.waiting().ready());
        partition.waiting().why().ifPresent(wire::setWaitsFor);
        wire.setHeld(partition.waiting().held());
        wire.setComing(partition.waiting().coming());
        partition.drained().map(StandingTranslation::stoppage).ifPresent(wire::setDrained);
        return wire;
    }

    public static PlacesResponse places(List<PlaceStanding> places) {
        PlacesResponse wire = new PlacesResponse();
        places.forEach(one -> wire.getPlace().add(place(one)));
        return wire;
    }

    private static dev.slipway.service.wire.PlaceStanding place(PlaceStanding place) {
        dev.slipway.service.wire.PlaceStanding wire = new dev.slipway.service.wire.PlaceStanding();
        wire.setName(place.place().word());
        wire.setConfigured(place.configured());
        wire.setAnswer(PlaceAnswer.valueOf(place.answer().name()));
        PlaceHealth health = place.health();
        health.since().ifPresent(wire::setSince);
        health.last().ifPresent(last -> {
            last.problem().map(problem -> FaultTranslation.wire(problem, null)).ifPresent(wire::setProblem);
            wire.setChecked(last.at());
            wire.setLatencySeconds(seconds(last.took()));
        });
        health.median().map(StandingTranslation::seconds).ifPresent(wire::setMedianLatencySeconds);
        health.answers().forEach(answer -> wire.getCheck().add(check(answer)));
        health.failure().ifPresent(failed -> {
            wire.setLastFailed(failed.at());
            failed.problem()
                    .map(problem -> FaultTranslation.wire(problem, null))
                    .ifPresent(wire::setLastFailure);
        });
        health.asked().ifPresent(wire::setAsked);
        wire.setWaiting(place.waiting());
        place.nextTry().ifPresent(wire::setNextTry);
        place.paused().map(StandingTranslation::stoppage).ifPresent(wire::setPaused);
        return wire;
    }

    private static CheckAnswer check(PlaceHealth.Answer answer) {
        CheckAnswer wire = new CheckAnswer();
        wire.setAt(answer.at());
        wire.setAnswer(PlaceAnswer.valueOf(PlaceStanding.Answer.of(answer).name()));
        wire.setLatencySeconds(seconds(answer.took()));
        answer.problem().map(problem -> problem.code().id()).ifPresent(wire::setCode);
        return wire;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }

    private static dev.slipway.service.wire.Stoppage stoppage(Stoppage stoppage) {
        dev.slipway.service.wire.Stoppage wire = new dev.slipway.service.wire.Stoppage();
        wire.setBy(stoppage.by());
        wire.setSince(stoppage.since());
        wire.setReason(stoppage.reason());
        return wire;
    }
}
