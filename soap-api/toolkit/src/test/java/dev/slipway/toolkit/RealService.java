package dev.slipway.toolkit;

import dev.slipway.service.JobsServer;
import dev.slipway.service.RealJobs;
import dev.slipway.service.ServerKey;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.catalina.LifecycleException;

/** Runs the SOAP service in front of the real desk and database, with a shell for each user. */
public final class RealService implements AutoCloseable {
    private final Path folder;
    private final RealJobs jobs;
    private final ServerKey key;
    private final JobsServer server;

    /** Starts the service; {@code folder} takes all files. */
    public RealService(Path folder) throws LifecycleException, IOException, InterruptedException {
        this.folder = folder;
        jobs = new RealJobs(folder);
        key = ServerKey.in(folder, "server");
        server = JobsServer.secured(jobs, folder, key);
    }

    /** Returns the desk and the database behind the service. */
    public RealJobs jobs() {
        return jobs;
    }

    /** Returns a new shell of the user, with a profile of this service. */
    public Shell shell(String user) throws IOException {
        return new Shell(folder).profile(server.address(), user, user + "-pw", key.certificate());
    }

    @Override
    public void close() throws LifecycleException {
        server.close();
        jobs.close();
    }
}
