package dev.slipway;

import dev.slipway.operations.OperationsDesk;
import dev.slipway.request.JobRequest;
import dev.slipway.servers.Await;
import dev.slipway.staging.Place;
import dev.slipway.stoppage.Stoppage.Launches;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.stoppage.Stoppage.StepsAt;
import dev.slipway.stoppage.Stoppage.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operators' desk over a middleware whose runs end at once, with a source and a host. */
@Timeout(300)
abstract class OperationsBench {
    static final Place RISK = new Place.Source("risk");
    static final Place MARKET_DATA = new Place.Host("market-data");
    static final Subject SERVICE = new Launches();
    static final Subject LOCAL = new LaunchesOn("local");
    static final Subject STEPS_AT_RISK = new StepsAt(RISK);

    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        bed.launcher.endAtOnce();
    }

    OperationsDesk desk() {
        return bed.middleware.operations(List.of(RISK, MARKET_DATA), Duration.ZERO);
    }

    static JobRequest onHost() {
        return JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of());
    }

    /** Lets nothing happen by time alone. */
    static void eventually(Await.State wanted) {
        Await.until("the wanted state", wanted);
    }
}
