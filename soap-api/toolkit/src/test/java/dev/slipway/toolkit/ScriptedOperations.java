package dev.slipway.toolkit;

import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.CheckAnswer;
import dev.slipway.service.wire.Jobs;
import dev.slipway.service.wire.PartitionDrain;
import dev.slipway.service.wire.PartitionDrainResponse;
import dev.slipway.service.wire.PartitionResume;
import dev.slipway.service.wire.PartitionResumeResponse;
import dev.slipway.service.wire.PartitionStanding;
import dev.slipway.service.wire.Partitions;
import dev.slipway.service.wire.PartitionsResponse;
import dev.slipway.service.wire.PlaceAnswer;
import dev.slipway.service.wire.PlaceCheck;
import dev.slipway.service.wire.PlaceCheckResponse;
import dev.slipway.service.wire.PlacePause;
import dev.slipway.service.wire.PlacePauseResponse;
import dev.slipway.service.wire.PlaceResume;
import dev.slipway.service.wire.PlaceResumeResponse;
import dev.slipway.service.wire.PlaceStanding;
import dev.slipway.service.wire.Places;
import dev.slipway.service.wire.PlacesResponse;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.SettingsReload;
import dev.slipway.service.wire.SettingsReloadResponse;
import dev.slipway.service.wire.Stoppage;
import dev.slipway.service.wire.Usage;
import dev.slipway.service.wire.UsageResponse;
import dev.slipway.service.wire.UsageSum;

/** Implements the operators' operations with fixed answers, and records the calls. */
public abstract class ScriptedOperations implements Jobs {

    /** Records the call, and refuses the call if the test says so. */
    abstract void hear(String call) throws ProblemFault;

    private static Stoppage stoppage() {
        Stoppage stoppage = new Stoppage();
        stoppage.setBy("olga");
        stoppage.setSince(ScriptedJobs.BEGUN);
        stoppage.setReason("new nodes");
        return stoppage;
    }

    @Override
    public PartitionsResponse partitions(Partitions call) throws ProblemFault {
        hear("partitions");
        PartitionStanding partition = new PartitionStanding();
        partition.setName("local");
        partition.setSlots(8);
        partition.setTaken(4);
        partition.setRuns(1);
        partition.setReady(2);
        partition.setWaitsFor("the first needs 6 slots, and 4 are idle");
        partition.setDrained(stoppage());
        PartitionsResponse answer = new PartitionsResponse();
        answer.getPartition().add(partition);
        return answer;
    }

    @Override
    public PartitionDrainResponse partitionDrain(PartitionDrain call) throws ProblemFault {
        hear("partitionDrain " + call.getPartition() + " " + call.getReason());
        return new PartitionDrainResponse();
    }

    @Override
    public PartitionResumeResponse partitionResume(PartitionResume call) throws ProblemFault {
        hear("partitionResume " + call.getPartition());
        return new PartitionResumeResponse();
    }

    @Override
    public PlacesResponse places(Places call) throws ProblemFault {
        hear("places");
        PlaceStanding place = new PlaceStanding();
        place.setName("source:risk");
        place.setConfigured(true);
        place.setAnswer(PlaceAnswer.WELL);
        place.setSince(ScriptedJobs.BEGUN);
        place.setChecked(ScriptedJobs.BEGUN);
        place.setLatencySeconds(0.0125);
        place.setMedianLatencySeconds(0.011);
        CheckAnswer check = new CheckAnswer();
        check.setAt(ScriptedJobs.BEGUN);
        check.setAnswer(PlaceAnswer.WELL);
        check.setLatencySeconds(0.0125);
        place.getCheck().add(check);
        place.setWaiting(3);
        place.setPaused(stoppage());
        place.setLastFailed(ScriptedJobs.BEGUN);
        place.setLastFailure(ScriptedJobs.problem(ProblemCode.DATABASE_UNREACHABLE, "source risk cannot be reached"));
        PlacesResponse answer = new PlacesResponse();
        answer.getPlace().add(place);
        return answer;
    }

    @Override
    public PlacePauseResponse placePause(PlacePause call) throws ProblemFault {
        hear("placePause " + call.getPlace() + " " + call.getReason());
        return new PlacePauseResponse();
    }

    @Override
    public PlaceResumeResponse placeResume(PlaceResume call) throws ProblemFault {
        hear("placeResume " + call.getPlace());
        return new PlaceResumeResponse();
    }

    @Override
    public SettingsReloadResponse settingsReload(SettingsReload call) throws ProblemFault {
        hear("settingsReload");
        SettingsReloadResponse answer = new SettingsReloadResponse();
        answer.getChanged().add("limits.jobs-per-user");
        return answer;
    }

    @Override
    public UsageResponse usage(Usage call) throws ProblemFault {
        hear("usage " + call.getClosedFrom() + " " + call.getClosedUntil() + " " + call.getUser() + " " + call.getBy());
        UsageSum sum = new UsageSum();
        sum.setUser("ann");
        sum.setProject("");
        sum.setProgram("var, \"mc\"");
        sum.setMonth("2026-11");
        sum.setRuns(12);
        sum.setProcessorHours(1.5);
        sum.setStagedBytes(4096);
        UsageResponse answer = new UsageResponse();
        answer.getSum().add(sum);
        return answer;
    }

    @Override
    public PlaceCheckResponse placeCheck(PlaceCheck call) throws ProblemFault {
        hear("placeCheck " + call.getPlace());
        return new PlaceCheckResponse();
    }
}
