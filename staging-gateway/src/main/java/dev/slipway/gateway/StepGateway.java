package dev.slipway.gateway;

import dev.slipway.effect.Effect;
import dev.slipway.gateway.files.FolderCopyStep;
import dev.slipway.gateway.files.InlineStep;
import dev.slipway.gateway.files.SharedFolders;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.files.UploadStep;
import dev.slipway.gateway.http.HttpFetchStep;
import dev.slipway.gateway.http.HttpSites;
import dev.slipway.gateway.query.ServiceQueryStep;
import dev.slipway.gateway.sheet.SheetStep;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.sources.Databases;
import dev.slipway.gateway.sql.sources.SqlExtractStep;
import dev.slipway.gateway.sql.sources.SqlStoreStep;
import dev.slipway.gateway.ssh.DeliverStep;
import dev.slipway.gateway.ssh.FetchStep;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.gateway.ssh.SshHosts;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.PlaceKind;
import dev.slipway.gateway.step.SharedLook;
import dev.slipway.gateway.step.StepHandlers;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.secret.Secrets;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import dev.slipway.upload.UploadFolder;
import java.util.List;
import java.util.Map;
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
    /** The kinds of places that the operator names. */
    private final Map<Class<? extends Place>, PlaceKind> places;
    /** The kinds of steps. */
    private final StepHandlers steps;

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
        databases = new Databases(places.sources(), files, limits.sql());
        this.places = Map.of(
                Place.Source.class, databases,
                Place.Host.class, hosts,
                Place.Site.class, sites,
                Place.Folder.class, folders);
        steps = new StepHandlers(List.of(
                new SqlExtractStep(databases),
                new SqlStoreStep(databases),
                new FetchStep(hosts, files),
                new DeliverStep(hosts),
                new UploadStep(uploads, files),
                new HttpFetchStep(sites, files),
                new FolderCopyStep(folders, files),
                new InlineStep(files),
                new ServiceQueryStep(sites, files),
                new SheetStep(files)));
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
        return steps.effects();
    }

    private Optional<PlaceKind> kind(Place place) {
        return Optional.ofNullable(places.get(place.getClass()));
    }

    @Override
    public Optional<Problem> obstacle(StagingStep step, String owner) {
        return kind(step.place()).flatMap(kind -> kind.obstacle(step, owner));
    }

    @Override
    public Optional<Problem> refusal(StagingStep step) {
        return steps.refusal(step);
    }

    @Override
    public StepReport move(StagingStep step, StepContext context) throws InterruptedException {
        return onThread(words(step), cancellation -> steps.move(step, context, cancellation));
    }

    @Override
    public void release(JobToken token) {
        databases.release(token, threads);
    }

    @Override
    public Optional<StepReport> settle(StagingStep step, StepContext context) throws InterruptedException {
        return onThread(words(step), cancellation -> steps.settle(step, context, cancellation));
    }

    private interface Work<T> {
        T with(Cancellation cancellation) throws InterruptedException;
    }

    private static String words(StagingStep step) {
        return "step " + step.name() + " on " + step.placeName();
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
        return kind(place).flatMap(kind -> kind.unknown(place.name(), tellable));
    }

    @Override
    public Optional<Problem> unshareable(String source) {
        return databases.unshareable(source);
    }

    @Override
    public Optional<Problem> probe(Place place) throws InterruptedException {
        Optional<PlaceKind> kind = kind(place);
        try {
            return kind.isPresent() ? kind.get().probe(place.name()) : Optional.empty();
        } catch (ProblemException e) {
            return Optional.of(e.problem());
        }
    }

    @Override
    public void look(Place place, List<StagingStep> atPlace, String owner, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        onThread("a look at " + place, cancellation -> {
            look(place, atPlace, owner, told, cancellation);
            return place;
        });
    }

    @Override
    public RowSample sample(Place.Source source, String statement, int rows, String owner) throws InterruptedException {
        LOG.info("user {} tries a statement at {}", owner, source);
        return onThread(
                "a sample of " + source,
                cancellation -> databases.sample(source.name(), statement, rows, owner, cancellation));
    }

    private void look(
            Place place,
            List<StagingStep> atPlace,
            String owner,
            BiConsumer<StagingStep, StepLook> told,
            Cancellation cancellation)
            throws InterruptedException {
        if (places.get(place.getClass()) instanceof SharedLook shared) {
            shared.look(place.name(), atPlace, owner, cancellation, told);
        } else {
            for (StagingStep step : atPlace) {
                told.accept(step, steps.look(step, owner, cancellation));
            }
        }
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
