package dev.slipway.gateway;

import dev.slipway.effect.Effect;
import dev.slipway.gateway.files.FolderCopyStep;
import dev.slipway.gateway.files.InlineStep;
import dev.slipway.gateway.files.SharedFolders;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.files.UploadLook;
import dev.slipway.gateway.files.UploadStep;
import dev.slipway.gateway.http.HttpFetchStep;
import dev.slipway.gateway.http.HttpSites;
import dev.slipway.gateway.query.ServiceQueryStep;
import dev.slipway.gateway.sheet.SheetStep;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.driver.DriverExtractStep;
import dev.slipway.gateway.sql.driver.DriverStoreStep;
import dev.slipway.gateway.sql.postgres.ExtractStep;
import dev.slipway.gateway.sql.postgres.StoreStep;
import dev.slipway.gateway.sql.sources.Databases;
import dev.slipway.gateway.sql.sources.SourceLook;
import dev.slipway.gateway.sql.sources.SourceSample;
import dev.slipway.gateway.ssh.DeliverStep;
import dev.slipway.gateway.ssh.FetchStep;
import dev.slipway.gateway.ssh.HostLook;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.gateway.ssh.SshHosts;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.OutwardStepHandler;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.UploadFetch;
import dev.slipway.secret.Secrets;
import dev.slipway.staging.Place;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import dev.slipway.upload.UploadFolder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The staging gateway for the places that the operator has named. Each step runs on a thread of its own: the calling
 * thread must react to an interrupt at once, and an interrupt does not end a read from a socket.
 */
public final class StepGateway implements StagingGateway, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StepGateway.class);
    private static final long STOP_AGAIN_MILLIS = 200;
    private static final int STOP_ATTEMPTS = 50;

    private final Databases databases;
    private final SshHosts hosts;
    private final HttpSites sites;
    private final SharedFolders folders;
    private final ExtractStep extract;
    private final StoreStep store;
    private final DriverExtractStep driverExtract;
    private final DriverStoreStep driverStore;
    private final FetchStep fetch;
    private final DeliverStep deliver;
    private final UploadStep upload;
    private final SourceLook sourceLook;
    private final SourceSample sourceSample;
    private final HostLook hostLook;
    private final UploadLook uploadLook;
    private final HttpFetchStep httpFetch;
    private final FolderCopyStep folderCopy;
    private final InlineStep inline;
    private final ServiceQueryStep serviceQuery;
    private final SheetStep sheet;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "staging");
        thread.setDaemon(true);
        return thread;
    });

    /** Makes a gateway with databases and hosts alone. */
    public StepGateway(
            List<DatabaseSource> sources,
            List<SshHost> hosts,
            UploadFolder uploads,
            Secrets secrets,
            GatewayLimits limits) {
        this(new GatewayPlaces(sources, hosts, List.of(), List.of()), uploads, secrets, limits);
    }

    /**
     * Makes a gateway without connecting anywhere. An unreachable place is a problem of the steps that need the place.
     *
     * @param secrets opens the sealed passwords of documents
     */
    public StepGateway(GatewayPlaces places, UploadFolder uploads, Secrets secrets, GatewayLimits limits) {
        StagedFiles files = new StagedFiles(limits.files());
        hosts = new SshHosts(places.hosts(), limits.ssh(), secrets);
        sites = new HttpSites(places.sites(), limits.http());
        folders = new SharedFolders(places.folders());
        databases = new Databases(places.sources(), limits.sql());
        extract = new ExtractStep(databases.sessions(), files, limits.sql());
        store = new StoreStep(databases.sessions(), limits.sql());
        driverExtract = new DriverExtractStep(databases::driverDatabase, files, limits.sql());
        driverStore = new DriverStoreStep(databases::driverDatabase, limits.sql());
        fetch = new FetchStep(hosts, files);
        deliver = new DeliverStep(hosts);
        upload = new UploadStep(uploads, files);
        sourceLook = new SourceLook(databases);
        sourceSample = new SourceSample(databases, limits.sql());
        hostLook = new HostLook(hosts);
        uploadLook = new UploadLook(uploads);
        httpFetch = new HttpFetchStep(sites, files);
        folderCopy = new FolderCopyStep(folders, files);
        inline = new InlineStep(files);
        serviceQuery = new ServiceQueryStep(sites, files);
        sheet = new SheetStep(files);
    }

    /**
     * Prepares the change to other places, and returns the change, which cannot fail. Steps that move go on with the
     * places as they were.
     */
    public Runnable taking(GatewayPlaces places) {
        List<Runnable> changes = List.of(
                databases.taking(places.sources()),
                hosts.taking(places.hosts()),
                sites.taking(places.sites()),
                folders.taking(places.folders()));
        return () -> changes.forEach(Runnable::run);
    }

    /** Returns all effects on the outside world, each with the points at which a crash may interrupt. */
    public List<Effect> effects() {
        return List.of(
                extract,
                store,
                driverExtract,
                driverStore,
                fetch,
                deliver,
                upload,
                httpFetch,
                folderCopy,
                inline,
                serviceQuery,
                sheet);
    }

    @Override
    public Optional<Problem> obstacle(StagingStep step, String owner) {
        return Place.of(step) instanceof Place.Source source
                ? databases.obstacle(source.name(), owner)
                : hosts.obstacle(step, owner);
    }

    @Override
    public Optional<Problem> refusal(StagingStep step) {
        return databases.refusal(step);
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        return onThread(words(step), cancellation -> dispatch(step, context, cancellation));
    }

    @Override
    public void release(JobToken token) {
        databases.release(token, threads);
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) throws InterruptedException {
        return onThread(words(step), cancellation -> settled(step, context, cancellation));
    }

    private interface Work<T> {
        T with(Cancellation cancellation) throws InterruptedException;
    }

    private static String words(StagingStep step) {
        return "step " + step.name() + " on " + step.place();
    }

    /** @param what names the work, for messages */
    private <T> T onThread(String what, Work<T> body) throws InterruptedException {
        Cancellation cancellation = new Cancellation();
        Future<T> work = threads.submit(() -> body.with(cancellation));
        try {
            return result(what, work);
        } catch (InterruptedException e) {
            return stop(what, work, cancellation, e);
        }
    }

    @Override
    public Optional<Problem> unknown(Place place, Predicate<Place> tellable) {
        if (place instanceof Place.Source) {
            return databases.unknown(place.name(), name -> tellable.test(new Place.Source(name)));
        } else if (place instanceof Place.Host) {
            return hosts.unknown(place.name(), name -> tellable.test(new Place.Host(name)));
        } else if (place instanceof Place.Site) {
            return sites.unknown(place.name(), name -> tellable.test(new Place.Site(name)));
        } else if (place instanceof Place.Folder) {
            return folders.unknown(place.name(), name -> tellable.test(new Place.Folder(name)));
        }
        return Optional.empty();
    }

    @Override
    public Optional<Problem> unshareable(String source) {
        return databases.unshareable(source);
    }

    @Override
    public Optional<Problem> probe(Place place) throws InterruptedException {
        try {
            if (place instanceof Place.Source source) {
                return databases.probe(source.name());
            } else if (place instanceof Place.Host host) {
                return hosts.probe(host.name());
            } else if (place instanceof Place.Site site) {
                return sites.probe(site.name());
            } else if (place instanceof Place.Folder folder) {
                return folders.probe(folder.name());
            }
            return Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    @Override
    public void look(Place place, List<StagingStep> steps, String owner, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        onThread("a look at " + place, cancellation -> {
            look(place, steps, owner, told, cancellation);
            return place;
        });
    }

    @Override
    public RowSample sample(Place.Source source, String statement, int rows, String owner) throws InterruptedException {
        LOG.info("user {} tries a statement at {}", owner, source);
        return onThread(
                "a sample of " + source,
                cancellation -> sourceSample.sample(source.name(), statement, rows, owner, cancellation));
    }

    private void look(
            Place place,
            List<StagingStep> steps,
            String owner,
            BiConsumer<StagingStep, StepLook> told,
            Cancellation cancellation)
            throws InterruptedException {
        if (place instanceof Place.Source) {
            sourceLook.look(place.name(), steps, owner, cancellation, told);
        } else if (place instanceof Place.Host) {
            hostLook.look(steps, owner, cancellation, told);
        } else {
            for (StagingStep step : steps) {
                told.accept(step, look(step, owner, cancellation));
            }
        }
    }

    private StepLook look(StagingStep step, String owner, Cancellation cancellation) throws InterruptedException {
        if (step instanceof UploadFetch fetched) {
            return uploadLook.look(fetched, owner);
        } else if (step instanceof HttpFetch fetched) {
            return sites.look(fetched, cancellation);
        } else if (step instanceof ServiceQuery query) {
            return serviceQuery.look(query);
        } else if (step instanceof FolderCopy copy) {
            return folders.look(copy);
        } else if (step instanceof InlineData data) {
            return InlineStep.look(data);
        }
        return StepLook.NOTHING;
    }

    private StepHandler<SqlExtract> extracting(SqlExtract step) {
        return databases.byDriver(step.source()) ? driverExtract : extract;
    }

    private OutwardStepHandler<SqlStore> storing(SqlStore step) {
        return databases.byDriver(step.source()) ? driverStore : store;
    }

    private StepReport dispatch(StagingStep step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        if (step instanceof SqlExtract sqlExtract) {
            return extracting(sqlExtract).move(sqlExtract, context, cancellation);
        } else if (step instanceof SqlStore sqlStore) {
            return storing(sqlStore).move(sqlStore, context, cancellation);
        } else if (step instanceof SshFetch sshFetch) {
            return fetch.move(sshFetch, context, cancellation);
        } else if (step instanceof SshDeliver sshDeliver) {
            return deliver.move(sshDeliver, context, cancellation);
        } else if (step instanceof UploadFetch uploadFetch) {
            return upload.move(uploadFetch, context, cancellation);
        } else if (step instanceof HttpFetch fetchOverHttp) {
            return httpFetch.move(fetchOverHttp, context, cancellation);
        } else if (step instanceof FolderCopy copy) {
            return folderCopy.move(copy, context, cancellation);
        } else if (step instanceof InlineData data) {
            return inline.move(data, context, cancellation);
        } else if (step instanceof ServiceQuery query) {
            return serviceQuery.move(query, context, cancellation);
        } else if (step instanceof SheetExtract range) {
            return sheet.move(range, context, cancellation);
        }
        throw new IllegalStateException("no class moves a " + step.getClass().getSimpleName());
    }

    /** Settles an outward step. Half-done stage-in lies in the run folder, and is removed with that folder. */
    private Optional<StepReport> settled(StagingStep step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        if (step instanceof SqlStore sqlStore) {
            return storing(sqlStore).settle(sqlStore, context, cancellation);
        } else if (step instanceof SshDeliver sshDeliver) {
            return deliver.settle(sshDeliver, context, cancellation);
        }
        throw new IllegalStateException("no class settles a " + step.getClass().getSimpleName());
    }

    private static <T> T result(String what, Future<T> work) throws InterruptedException {
        try {
            return work.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            if (e.getCause() instanceof InterruptedException cancelled) {
                throw cancelled;
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                // The memory of the step is free again with its thread's stack.
                throw StepProblem.of(ProblemCode.STEP_MEMORY, what + " needs more memory than the service has");
            }
            throw new IllegalStateException("a step ended in an error", e.getCause());
        }
    }

    /**
     * Ends the step and waits until the step has cleaned up. A step past the point of no return, such as a store in its
     * commit, completes in spite of the interrupt. The step is then reported as done, and the interrupt is kept for the
     * caller.
     */
    private static <T> T stop(String what, Future<T> work, Cancellation cancellation, InterruptedException interrupt)
            throws InterruptedException {
        for (int attempt = 0; attempt < STOP_ATTEMPTS; attempt++) {
            cancellation.fire();
            try {
                T report = work.get(STOP_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                Thread.currentThread().interrupt();
                return report;
            } catch (TimeoutException e) {
                LOG.debug("{} is still ending", what);
            } catch (ExecutionException e) {
                throw interrupt;
            }
        }
        LOG.warn("{} does not end after its cancel; its thread is left behind", what);
        throw interrupt;
    }

    @Override
    public void close() {
        threads.shutdownNow();
        hosts.close();
        databases.close();
    }
}
