package dev.slipway;

import dev.slipway.account.AccountGrants;
import dev.slipway.account.Accounts;
import dev.slipway.account.Logins;
import dev.slipway.audit.AuditDesk;
import dev.slipway.callback.CallbackSender;
import dev.slipway.callback.CallbackSettings;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.Intake;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.KeptFiles;
import dev.slipway.desk.plan.PlanDesk;
import dev.slipway.desk.plan.ProbeDesk;
import dev.slipway.desk.status.Forecast;
import dev.slipway.desk.status.RecentJobs;
import dev.slipway.dispatch.Admission;
import dev.slipway.dispatch.Decisions;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Effects;
import dev.slipway.dispatch.Partitions;
import dev.slipway.dispatch.ResultStore;
import dev.slipway.dispatch.Timer;
import dev.slipway.effect.Effect;
import dev.slipway.effect.Witness;
import dev.slipway.health.AnswerLog;
import dev.slipway.job.Job;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.JournalUnavailable;
import dev.slipway.journal.ledger.Checkpoints;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.store.JournalAudit;
import dev.slipway.journal.store.PostgresJobJournal;
import dev.slipway.journal.store.StoreLock;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.request.Place;
import dev.slipway.retention.Retention;
import dev.slipway.run.ApplicationFolders;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolders;
import dev.slipway.staging.StagingGateway;
import dev.slipway.staging.StagingProbe;
import dev.slipway.stoppage.Stoppages;
import dev.slipway.upload.UploadFolder;
import dev.slipway.upload.Uploads;
import dev.slipway.usage.UsageCounts;
import dev.slipway.usage.UsageDesk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running middleware, which owns its store alone; a second one on the same store is refused. Closing stops transfers
 * but not runs. The next start finds the runs, and every job goes on from its state in the journal.
 */
public final class Middleware implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Middleware.class);
    private static final Duration LOCK_CHECK = Duration.ofSeconds(2);
    /** The first checkpoint waits, because after a start the jobs go first. */
    private static final Duration FIRST_CHECKPOINT = Duration.ofSeconds(20);

    private static final Duration SWEEP = Duration.ofMinutes(1);

    private final DataSource dataSource;
    private final Clock clock;
    private final OperationLedger ledger;
    private final List<Callbacks> callbacks = new CopyOnWriteArrayList<>();
    private final StoreLock lock;
    private volatile Runnable lost = () -> {};
    private final JobJournal journal;
    private final List<Effect> effects;
    private final Uploads uploads;
    private final Dispatcher dispatcher;
    private final JobDesk desk;
    private final PlanDesk plans;
    private final ProbeDesk probes;
    private final Accounts accounts;
    private final Retention retention;
    private final AuditDesk audit;
    private final LiveSettings live;
    private final OperatorDoors operators;
    private final ServiceRecord record;
    private final DelayedTasks tasks = new DelayedTasks("slipway-timer");
    /** Separate from the timers, because a checkpoint over many jobs takes long and must not delay them. */
    private final DelayedTasks scribe = new DelayedTasks("slipway-checkpoint");

    /**
     * The components through which the middleware reaches the world, and their observers.
     *
     * @param launcher empty for the launchers that the settings name
     * @param timer empty for a timer of the middleware's own
     * @param witness observes the kill points of effects
     * @param journals wraps the journal
     * @param heads keeps the heads of checkpoints outside of the store
     * @param ways how clusters and the hosts of lists are reached
     */
    public record World(
            StagingGateway gateway,
            Optional<Launcher> launcher,
            Clock clock,
            Optional<Timer> timer,
            Witness witness,
            UnaryOperator<JobJournal> journals,
            KeptHeads heads,
            RunWays ways) {
        /** Makes a world without observers, which reaches clusters by commands on this machine. */
        public World(StagingGateway gateway, Optional<Launcher> launcher, Clock clock, Optional<Timer> timer) {
            this(gateway, launcher, clock, timer, Witness.NONE, UnaryOperator.identity(), KeptHeads.NONE, RunWays.HERE);
        }
    }

    /**
     * Opens the journal, updates its schema, takes the store's lock, takes up all open jobs and starts.
     *
     * @param launcher empty for the launchers that the settings name
     * @throws StoreLock.StoreInUse if another service works on this store
     */
    public static Middleware start(
            MiddlewareSettings settings,
            DataSource dataSource,
            StagingGateway gateway,
            Optional<Launcher> launcher,
            Clock clock) {
        return start(settings, dataSource, new World(gateway, launcher, clock, Optional.empty()));
    }

    /** Starts as the other {@code start} does, with every component of the world given. */
    public static Middleware start(MiddlewareSettings settings, DataSource dataSource, World world) {
        StoreLock lock = StoreLock.take(dataSource);
        try {
            return new Middleware(settings, dataSource, world, lock);
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private Middleware(MiddlewareSettings settings, DataSource dataSource, World world, StoreLock lock) {
        this.dataSource = dataSource;
        this.clock = world.clock();
        this.lock = lock;
        PostgresJobJournal store = PostgresJobJournal.open(dataSource, world.clock(), world.witness());
        journal = world.journals().apply(store);
        ledger = new OperationLedger(dataSource, world.clock());
        Checkpoints checkpoints = new Checkpoints(dataSource, ledger, world.heads());
        accounts = new Accounts(dataSource, ledger);
        audit = auditDesk(world, checkpoints);
        record = new ServiceRecord(ledger, checkpoints);
        Partitions partitions = new Partitions(settings.partitions());
        MetaScheduler scheduler = new MetaScheduler(settings.queue(), partitions.slots());
        RunFolders folders =
                new RunFolders(settings.scratch(), settings.mpirun().identities(), world.witness());
        ResultStore results = new ResultStore(settings.results(), world.witness());
        prepare(folders, results);
        AnswerLog answers = new AnswerLog(dataSource);
        Launcher launcher = world.launcher().orElseGet(() -> Launchers.of(settings, folders, world, answers));
        AccountGrants grants = new AccountGrants(accounts);
        dispatcher = new Dispatcher(
                decisions(settings, world, scheduler, partitions, grants),
                new Effects(world.gateway(), answers, launcher, folders, results, world.witness()));
        UploadFolder uploadFolder = new UploadFolder(settings.intake().uploads().folder(), world.witness());
        uploads = new Uploads(settings.intake().uploads(), uploadFolder, journal, ledger, world.clock());
        effects = Stream.concat(dispatcher.effects().stream(), Stream.of(store, uploadFolder))
                .toList();
        RecentJobs recent = new RecentJobs();
        recent.load(journal.loadSound(journal.lastDone(RecentJobs.MOST)));
        dispatcher.listen(recent::heard);
        Admission admission = new Admission(grants, world.gateway(), partitions, launcher, settings.storage());
        Intake intake = new Intake(journal, dispatcher, scheduler, admission, uploads, settings.intake());
        desk = new JobDesk(
                journal,
                dispatcher,
                scheduler,
                intake,
                new KeptFiles(folders, results),
                new Forecast(dispatcher, scheduler, partitions, recent, world.clock()));
        plans = plans(settings, intake, world.gateway(), recent);
        probes = new ProbeDesk(intake, world.gateway(), ledger);
        retention = new Retention(journal, folders, results, settings.storage(), world.clock());
        live = new LiveSettings(settings, partitions, scheduler, intake, dispatcher);
        operators = OperatorDoors.of(live::now, dataSource, dispatcher, scheduler);
        record.started(settings);
        dispatcher.recover();
        ScratchWatch.begin(settings, scheduler, dispatcher, tasks);
        keepTime();
    }

    private AuditDesk auditDesk(World world, Checkpoints checkpoints) {
        JournalAudit journalAudit = new JournalAudit(
                dataSource, world.heads(), world.clock(), ServiceRecord.CHECKPOINT_EACH.multipliedBy(2));
        return new AuditDesk(journal, journalAudit, checkpoints, ledger);
    }

    private PlanDesk plans(MiddlewareSettings settings, Intake intake, StagingProbe places, RecentJobs recent) {
        return new PlanDesk(
                intake,
                places,
                settings.disks(),
                dispatcher.rates(),
                recent,
                settings.dispatch().stepsPerJob());
    }

    private Decisions decisions(
            MiddlewareSettings settings,
            World world,
            MetaScheduler scheduler,
            Partitions partitions,
            AccountGrants grants) {
        return new Decisions(
                journal,
                scheduler,
                partitions,
                settings.dispatch(),
                new Decisions.Time(world.clock(), world.timer().orElse(tasks)),
                settings.disks(),
                grants,
                new Stoppages(dataSource, ledger, world.clock()));
    }

    /** Schedules the tasks that repeat during the life of the service. */
    private void keepTime() {
        tasks.after(Duration.ZERO, retention::lookForLeftovers);
        tasks.each(SWEEP, SWEEP, retention::sweep);
        scribe.each(SWEEP, SWEEP, uploads::sweep);
        scribe.each(FIRST_CHECKPOINT, ServiceRecord.CHECKPOINT_EACH, record::checkpoint);
        tasks.each(LOCK_CHECK, LOCK_CHECK, this::checkLock);
    }

    private static void prepare(RunFolders folders, ResultStore results) {
        try {
            folders.prepare();
            results.prepare();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the middleware's folders", e);
        }
    }

    private void checkLock() {
        try {
            if (lock.ensureHeld()) {
                record.lockedAgain();
            }
        } catch (StoreLock.StoreInUse e) {
            LOG.error("the store was taken over while the database was away; this service stops working on it", e);
            tasks.stop();
            scribe.stopNow();
            retention.close();
            dispatcher.close();
            lost.run();
        } catch (JournalUnavailable e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    /** Sets the listener to call when another service has taken the store; this one then refuses every change. */
    public void whenLost(Runnable listener) {
        lost = listener;
    }

    /** Returns the version of the built product, or a single word for unpacked classes. */
    public static String version() {
        return Optional.ofNullable(Middleware.class.getPackage().getImplementationVersion())
                .orElse("unreleased");
    }

    /** Returns the entry to jobs for all front ends. */
    public JobDesk desk() {
        return desk;
    }

    /** Returns the entry to plans. */
    public PlanDesk plans() {
        return plans;
    }

    /** Returns the entry to looks at single steps. */
    public ProbeDesk probes() {
        return probes;
    }

    /** Returns the accounts of users. */
    public Accounts accounts() {
        return accounts;
    }

    /**
     * Returns the logins of the users.
     *
     * @param span how long a login lasts
     */
    public Logins logins(Duration span) {
        return new Logins(dataSource, accounts, clock, span);
    }

    /** Starts callbacks for closed jobs; they end when this middleware closes. */
    public Callbacks callbacks(CallbackSettings settings, CallbackSender sender) {
        Callbacks begun = new Callbacks(new Callbacks.Store(dataSource, ledger, journal), settings, sender, clock);
        listen(begun::heard);
        callbacks.add(begun);
        return begun.start();
    }

    /** Returns the ledger of the service's operations. */
    public OperationLedger ledger() {
        return ledger;
    }

    /** Returns all effects except those of the gateway, each with its kill points. */
    public List<Effect> effects() {
        return effects;
    }

    /** Returns the retention, which removes expired results and folders once a minute. */
    public Retention retention() {
        return retention;
    }

    /** Returns the users' uploads, of which expired ones are removed once a minute. */
    public Uploads uploads() {
        return uploads;
    }

    /** Returns the jobs that are held in memory. */
    public List<Job> inHand() {
        return dispatcher.inHand();
    }

    /** Returns the entry to audits. */
    public AuditDesk audit() {
        return audit;
    }

    /**
     * Opens the entry for operators and begins to check the places.
     *
     * @param places the places that are configured now
     * @param checks the interval between checks of the places; zero to check only when jobs or operators ask
     */
    public OperationsDesk operations(Supplier<List<Place>> places, Duration checks) {
        return operators.open(places, checks, tasks);
    }

    /** Returns the folders of the programs that jobs may run. */
    public ApplicationFolders programs() {
        return live.programs();
    }

    /**
     * Prepares everything for other settings, and returns the change to these settings, which cannot fail.
     *
     * @throws IllegalArgumentException for settings that differ in more than a running middleware can change
     */
    public Runnable taking(MiddlewareSettings settings) {
        return live.taking(settings);
    }

    /** Returns the entry to usage. */
    public UsageDesk usage() {
        return new UsageDesk(new UsageCounts(dataSource), ledger);
    }

    /** Returns the record of all jobs. */
    public JobJournal journal() {
        return journal;
    }

    /** Registers a quick listener that is called, on the dispatcher's thread, with each job after each change. */
    public void listen(Consumer<Job> listener) {
        dispatcher.listen(listener);
    }

    /** Stops the middleware; runs go on under their guards. */
    @Override
    public void close() {
        callbacks.forEach(Callbacks::close);
        tasks.stopNow();
        scribe.stopNow();
        retention.close();
        dispatcher.close();
        record.stopped();
        lock.close();
    }
}
