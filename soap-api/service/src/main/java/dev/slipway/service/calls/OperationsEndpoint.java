package dev.slipway.service.calls;

import dev.slipway.operations.OperationsDesk;
import dev.slipway.operations.SettingsDesk;
import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.service.translation.FaultTranslation;
import dev.slipway.service.translation.StandingTranslation;
import dev.slipway.service.translation.UsageTranslation;
import dev.slipway.service.wire.Jobs;
import dev.slipway.service.wire.PartitionDrain;
import dev.slipway.service.wire.PartitionDrainResponse;
import dev.slipway.service.wire.PartitionResume;
import dev.slipway.service.wire.PartitionResumeResponse;
import dev.slipway.service.wire.Partitions;
import dev.slipway.service.wire.PartitionsResponse;
import dev.slipway.service.wire.PlaceCheck;
import dev.slipway.service.wire.PlaceCheckResponse;
import dev.slipway.service.wire.PlacePause;
import dev.slipway.service.wire.PlacePauseResponse;
import dev.slipway.service.wire.PlaceResume;
import dev.slipway.service.wire.PlaceResumeResponse;
import dev.slipway.service.wire.Places;
import dev.slipway.service.wire.PlacesResponse;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.SettingsReload;
import dev.slipway.service.wire.SettingsReloadResponse;
import dev.slipway.service.wire.Usage;
import dev.slipway.service.wire.UsageResponse;
import dev.slipway.stoppage.Stoppage.Launches;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import dev.slipway.usage.UsageDesk;
import java.util.Optional;

/**
 * Implements the operations of the WSDL by which operators look at partitions, places and usage, stop and resume work,
 * and reload the settings.
 */
abstract class OperationsEndpoint implements Jobs {
    private final JobCalls calls;
    private final OperationsDesk desk;
    private final UsageDesk usage;
    private final SettingsDesk settings;

    OperationsEndpoint(JobCalls calls, OperatorDesks desks) {
        this.calls = calls;
        this.desk = desks.operations();
        this.usage = desks.usage();
        this.settings = desks.settings();
    }

    @Override
    public final UsageResponse usage(Usage call) throws ProblemFault {
        return FaultTranslation.answer(
                null, () -> UsageTranslation.answer(usage.usage(calls.caller(), UsageTranslation.query(call))));
    }

    @Override
    public final PartitionsResponse partitions(Partitions call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> StandingTranslation.partitions(desk.queue(calls.caller())));
    }

    @Override
    public final PartitionDrainResponse partitionDrain(PartitionDrain call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            desk.stop(calls.caller(), launches(call.getPartition()), reason(call.getReason()));
            return new PartitionDrainResponse();
        });
    }

    @Override
    public final PartitionResumeResponse partitionResume(PartitionResume call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            desk.resume(calls.caller(), launches(call.getPartition()));
            return new PartitionResumeResponse();
        });
    }

    @Override
    public final PlacesResponse places(Places call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> StandingTranslation.places(desk.places(calls.caller())));
    }

    @Override
    public final PlacePauseResponse placePause(PlacePause call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            desk.stop(calls.caller(), new StepsAt(place(call.getPlace())), reason(call.getReason()));
            return new PlacePauseResponse();
        });
    }

    @Override
    public final PlaceResumeResponse placeResume(PlaceResume call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            desk.resume(calls.caller(), new StepsAt(place(call.getPlace())));
            return new PlaceResumeResponse();
        });
    }

    @Override
    public final PlaceCheckResponse placeCheck(PlaceCheck call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            desk.check(calls.caller(), place(call.getPlace()));
            return new PlaceCheckResponse();
        });
    }

    @Override
    public final SettingsReloadResponse settingsReload(SettingsReload call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            SettingsReloadResponse answer = new SettingsReloadResponse();
            answer.getChanged().addAll(settings.reload(calls.caller()));
            return answer;
        });
    }

    /** @param partition null for all partitions */
    private static Subject launches(String partition) {
        return partition == null ? new Launches() : new LaunchesOn(partition);
    }

    private static String reason(String given) {
        return Optional.ofNullable(given).orElse("");
    }

    private static Place place(String word) {
        return Place.ofWord(word)
                .orElseThrow(() -> new ProblemException(Problem.of(
                        ProblemCode.FORM_INVALID,
                        "this names no place: " + Printable.line(word)
                                + "; places are source:NAME, host:NAME, site:NAME, folder:NAME and"
                                + " cluster:NAME")));
    }
}
