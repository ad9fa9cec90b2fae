package dev.slipway.faults;

import dev.slipway.faults.ClusterFault.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The faults of resources that a run needs from the cluster: space, memory, one time, and a number that no other job
 * has.
 */
final class ResourceFaults {
    private static final Duration SKEW = Duration.ofHours(1);

    private ResourceFaults() {}

    static List<ClusterFault> all() {
        List<ClusterFault> faults = new ArrayList<>(List.of(
                new ClusterFault(
                        "the scratch is full when the job starts",
                        Moment.WAITS,
                        scene -> {
                            scene.fillScratch();
                            scene.cancelStrangers();
                        },
                        ClusterScene::awaitOutage,
                        ClusterScene::emptyScratch,
                        ClusterFault.DONE),
                new ClusterFault(
                        "the scratch is full when the program ends",
                        Moment.RUNS,
                        scene -> {
                            scene.fillScratch();
                            scene.openGate();
                            scene.awaitGone();
                        },
                        ClusterScene::emptyScratch,
                        ClusterFault.DONE),
                skewed("the service's clock goes an hour ahead of the hosts' clocks", Moment.RUNS, SKEW),
                skewed("the service's clock goes an hour behind the hosts' clocks", Moment.RUNS, SKEW.negated()),
                skewed("the service's clock is an hour behind the hosts' clocks", Moment.BEFORE, SKEW.negated())));
        faults.addAll(numbers());
        if (ClusterPlaces.limitsMemory()) {
            faults.add(new ClusterFault(
                    "the program needs more memory than it asked for",
                    Moment.RUNS,
                    ClusterScene::needMemory,
                    scene -> {},
                    ClusterFault.fails("CLUSTER_MEMORY")));
        }
        return faults;
    }

    private static ClusterFault skewed(String name, Moment when, Duration ahead) {
        return new ClusterFault(
                name, when, scene -> scene.setClock(ahead), scene -> scene.setClock(Duration.ZERO), ClusterFault.DONE);
    }

    private static List<ClusterFault> numbers() {
        return List.of(
                new ClusterFault(
                        "slurmctld loses its state and gives the job's number anew",
                        Moment.RUNS,
                        ClusterFault::giveNumberAnew,
                        ClusterScene::cancelStrangers,
                        ClusterFault.AS_IT_WENT),
                new ClusterFault(
                        "the job ends and its number is given anew before the service looks",
                        Moment.RUNS,
                        ResourceFaults::endUnseen,
                        ClusterScene::cancelStrangers,
                        ClusterFault.DONE));
    }

    private static void endUnseen(ClusterScene scene) {
        String number = scene.number();
        scene.client().kill();
        scene.openGate();
        scene.awaitGone();
        scene.bed().killController();
        scene.bed().startControllerWithoutState();
        scene.strangersUpTo(number);
        scene.client().start();
    }
}
