package dev.slipway.operations;

import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.servers.Await;
import dev.slipway.stoppage.Stoppage.Launches;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operators' desk over a middleware with runs that end at once, with a source and a host. */
@Timeout(300)
public abstract class OperationsBench {
    public static final Place RISK = new Place.Source("risk");
    public static final Place MARKET_DATA = new Place.Host("market-data");
    public static final Subject SERVICE = new Launches();
    public static final Subject LOCAL = new LaunchesOn("local");
    public static final Subject STEPS_AT_RISK = new StepsAt(RISK);

    @TempDir
    public Path folder;

    @AutoClose
    public MiddlewareTestBed bed;

    @BeforeEach
    public void start() {
        bed = new MiddlewareTestBed(folder);
        bed.launcher.endAtOnce();
    }

    public OperationsDesk desk() {
        return bed.middleware.operations(() -> List.of(RISK, MARKET_DATA), Duration.ZERO);
    }

    public static JobRequest onHost() {
        return JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of());
    }

    /** Waits for a state, and leaves the test's clock and timer as they are. */
    public static void eventually(Await.State wanted) {
        Await.until("the wanted state", wanted);
    }
}
