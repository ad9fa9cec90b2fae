package dev.slipway.journal.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResourceDemand;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.StreamApplication;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.util.StdConverter;

/**
 * A run as stored in journals. An MPI program has its four values beside those of the run, as in all versions. A stream
 * application has one value of its own instead. Only a run with a checkpoint folder has
 * the value of that name, and only a run with demands on machines has theirs.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StoredLaunch(
        String executable,
        List<String> arguments,
        Map<String, String> environment,
        Optional<String> partition,
        Integer processes,
        RunPath stdout,
        RunPath stderr,
        Optional<Duration> wallTime,
        RunLimits limits,
        StreamApplication stream,
        RunPath checkpoint,
        ResourceDemand demand) {

    private static ResourceDemand demand(LaunchRequest launch) {
        return launch.demand().equals(ResourceDemand.NONE) ? null : launch.demand();
    }

    static final class Store extends StdConverter<LaunchRequest, StoredLaunch> {
        @Override
        public StoredLaunch convert(LaunchRequest launch) {
            if (launch.application() instanceof StreamApplication stream) {
                return new StoredLaunch(
                        null,
                        null,
                        null,
                        launch.partition(),
                        null,
                        launch.stdout(),
                        launch.stderr(),
                        launch.wallTime(),
                        launch.limits(),
                        stream,
                        launch.checkpoint().orElse(null),
                        demand(launch));
            }
            MpiProgram mpi = (MpiProgram) launch.application();
            return new StoredLaunch(
                    mpi.program().executable(),
                    mpi.program().arguments(),
                    mpi.program().environment(),
                    launch.partition(),
                    mpi.processes(),
                    launch.stdout(),
                    launch.stderr(),
                    launch.wallTime(),
                    launch.limits(),
                    null,
                    launch.checkpoint().orElse(null),
                    demand(launch));
        }
    }

    static final class Restore extends StdConverter<StoredLaunch, LaunchRequest> {
        @Override
        public LaunchRequest convert(StoredLaunch stored) {
            return new LaunchRequest(
                    stored.stream == null
                            ? MpiProgram.of(stored.executable, stored.arguments, stored.environment, stored.processes)
                            : stored.stream,
                    stored.partition,
                    stored.stdout,
                    stored.stderr,
                    stored.wallTime,
                    stored.limits,
                    Optional.ofNullable(stored.checkpoint),
                    stored.demand);
        }
    }
}
