package dev.slipway.server;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.RunWays;
import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.account.Logins;
import dev.slipway.audit.AuditDesk;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Offer;
import dev.slipway.desk.plan.PlanDesk;
import dev.slipway.desk.plan.ProbeDesk;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.StallLimits;
import dev.slipway.dispatch.StepLimits;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.draft.DraftDesk;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.StepGateway;
import dev.slipway.gateway.blocks.BlockFormat;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.files.SharedFolder;
import dev.slipway.gateway.http.HttpLimits;
import dev.slipway.gateway.http.HttpSite;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.journal.store.StoreLock;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.postgres.SystemUser;
import dev.slipway.queue.QueueSettings;
import dev.slipway.run.ApplicationFolders;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.DocumentVariables;
import dev.slipway.run.HostList;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunIdentities;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.schedule.ProbedQuestion;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.ScheduleRunner;
import dev.slipway.secret.Secrets;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.home.SetUpFailure;
import dev.slipway.server.secret.SignedHeads;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.ServerSettings.Limits;
import dev.slipway.template.TemplateDesk;
import dev.slipway.upload.UploadFolder;
import dev.slipway.upload.UploadSettings;
import dev.slipway.usage.UsageDesk;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes the middleware and the staging gateway with the operator's names and limits. Spring ends beans in the reverse
 * order of their making: web server, middleware, gateway, store.
 */
@Configuration(proxyBeanMethods = false)
class MiddlewareConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(MiddlewareConfiguration.class);
    private static final String RUNS_ARE_SERVICE = "the service is not root, so its runs are the service's own user:"
            + " a program that a job runs can read the service's data;";
    private static final String RUNS_FOR_OPERATORS = RUNS_ARE_SERVICE
            + " it runs jobs of operators only; start it as root, or set slipway.runs-as-service:"
            + " true to run everybody's";
    private static final String RUNS_FOR_ALL =
            RUNS_ARE_SERVICE + " it runs everybody's jobs all the same, for slipway.runs-as-service is true";

    @Bean(destroyMethod = "close")
    StepGateway gateway(ServerSettings settings, HomeFolder home, Secrets secrets) {
        Limits limits = settings.limits();
        List<DatabaseSource> sources = settings.sources().entrySet().stream()
                .map(entry -> source(entry.getKey(), entry.getValue(), home))
                .toList();
        List<SshHost> hosts = settings.hosts().entrySet().stream()
                .map(entry -> host(entry.getKey(), entry.getValue()))
                .toList();
        SqlLimits standard = SqlLimits.STANDARD;
        List<HttpSite> sites = settings.sites().entrySet().stream()
                .map(entry -> site(entry.getKey(), entry.getValue()))
                .toList();
        List<SharedFolder> folders = settings.folders().entrySet().stream()
                .map(entry -> new SharedFolder(entry.getKey(), entry.getValue()))
                .toList();
        return new StepGateway(
                new GatewayPlaces(sources, hosts, sites, folders),
                new UploadFolder(home.uploads(), Witness.NONE),
                secrets,
                new GatewayLimits(
                        new SqlLimits(
                                limits.databaseConnections(),
                                limits.connectTimeout(),
                                limits.statementTimeout(),
                                standard.fetchRows(),
                                standard.batchRows()),
                        new SshLimits(limits.connectTimeout(), limits.sshIdleTimeout(), limits.sshKept()),
                        new HttpLimits(limits.connectTimeout(), limits.httpIdleTimeout()),
                        new FileSettings(
                                new BlockFormat(
                                        (int) settings.blocks().size().toBytes(),
                                        settings.blocks().level()),
                                limits.spareSpace().toBytes())));
    }

    private static DatabaseSource source(String name, ServerSettings.Source source, HomeFolder home) {
        return new DatabaseSource(
                name,
                source.url(),
                source.user(),
                source.passwordFile(),
                source.postgres() ? Optional.empty() : Optional.of(source.brought(home.root())),
                source.ownLogins());
    }

    private static SshHost host(String name, ServerSettings.Host host) {
        SshHost.Login login = host.passwordFile().toString().isEmpty()
                ? new SshHost.Login.Key(
                        host.identityFile(), Optional.of(host.passphraseFile()).filter(file -> !file.toString()
                                .isEmpty()))
                : new SshHost.Login.Password(host.passwordFile());
        return new SshHost(
                name,
                host.address(),
                host.port(),
                host.user(),
                login,
                host.knownHostsFile(),
                host.documentCredentials(),
                host.folder());
    }

    private static HttpSite site(String name, ServerSettings.Site site) {
        HttpSite.Login login = new HttpSite.Login.None();
        if (!site.bearerFile().toString().isEmpty()) {
            login = new HttpSite.Login.Bearer(site.bearerFile());
        } else if (!site.user().isEmpty()) {
            login = new HttpSite.Login.Basic(site.user(), site.passwordFile());
        }
        return new HttpSite(
                name,
                URI.create(site.url()),
                login,
                Optional.of(site.caFile()).filter(file -> !file.toString().isEmpty()),
                site.posts());
    }

    @Bean
    Middleware.World world(StepGateway gateway, Clock clock, SignedHeads heads, RunWays ways) {
        return new Middleware.World(
                gateway,
                Optional.empty(),
                clock,
                Optional.empty(),
                Witness.NONE,
                UnaryOperator.identity(),
                heads,
                ways);
    }

    @Bean(destroyMethod = "close")
    Middleware middleware(
            ServerSettings settings,
            HomeFolder home,
            ServiceStore store,
            Middleware.World world,
            ConfigurableApplicationContext context) {
        Optional<RunIdentities> identities = runIdentities(settings, home);
        try {
            Middleware middleware =
                    Middleware.start(middlewareSettings(settings, home, identities), store.dataSource(), world);
            // The end needs a thread of its own, because the end waits for the thread that reports the loss.
            middleware.whenLost(() -> new Thread(() -> System.exit(SpringApplication.exit(context, () -> 1))).start());
            return middleware;
        } catch (StoreLock.StoreInUse e) {
            throw new SetUpFailure(
                    "another Slipway works on the store " + store.place(),
                    "Stop that one, or give this one a store of its own: slipway.store.url.",
                    e);
        }
    }

    private static MiddlewareSettings middlewareSettings(
            ServerSettings settings, HomeFolder home, Optional<RunIdentities> identities) {
        Limits limits = settings.limits();
        DispatchSettings pace = DispatchSettings.DEFAULTS;
        return new MiddlewareSettings(
                home.results(),
                home.scratch(),
                partitions(settings),
                queue(settings),
                new DispatchSettings(
                        new StepLimits(
                                limits.stepsAtOnce(),
                                limits.databaseConnections(),
                                limits.hostTransfers(),
                                limits.stepsPerUser()),
                        limits.stepsPerJob(),
                        pace.launchesAtOnce(),
                        pace.poll(),
                        pace.firstRetry(),
                        pace.lastRetry(),
                        new StallLimits(
                                limits.stepIdleTime(), limits.stepLeastRate().toBytes()),
                        limits.longestOutage()),
                new RunSettings(mpirun(settings, identities), clusters(settings), lists(settings)),
                new StorageSettings(
                        settings.retention().runFolders(),
                        settings.retention().results(),
                        limits.jobBytes().toBytes(),
                        limits.jobEntries(),
                        limits.spareSpace().toBytes(),
                        limits.spareEntries(),
                        settings.store().embedded() ? Optional.of(home.postgres()) : Optional.empty()),
                new IntakeSettings(
                        limits.jobsPerSweep(),
                        limits.waitingJobsPerUser(),
                        limits.documentBytesPerUser().toBytes(),
                        identities.isEmpty() && !settings.runsAsService(),
                        new UploadSettings(
                                home.uploads(),
                                settings.uploads().largest().toBytes(),
                                settings.uploads().perUser().toBytes(),
                                settings.uploads().keep())));
    }

    static List<Partition> partitions(ServerSettings settings) {
        return settings.partitions().entrySet().stream()
                .map(entry -> new Partition(
                        entry.getKey(),
                        entry.getValue().allSlots(),
                        entry.getValue().wallTime(),
                        new DocumentVariables(entry.getValue().environment()),
                        entry.getValue().slotMemory().toBytes(),
                        entry.getValue().kind(),
                        entry.getValue().usersPrograms()))
                .toList();
    }

    private static MpirunSettings mpirun(ServerSettings settings, Optional<RunIdentities> identities) {
        return new MpirunSettings(
                settings.guard(),
                settings.mpirun(),
                settings.streamLauncher(),
                settings.applicationFolders(),
                identities,
                settings.limits().killGrace(),
                machine(),
                settings.groupOfRuns());
    }

    private static List<ClusterSettings> clusters(ServerSettings settings) {
        return settings.clusters().entrySet().stream()
                .map(entry -> entry.getValue().named(entry.getKey(), settings.partitions()))
                .toList();
    }

    private static List<HostList> lists(ServerSettings settings) {
        return settings.partitions().entrySet().stream()
                .filter(entry -> entry.getValue().onHosts())
                .map(entry -> entry.getValue().hosts().of(entry.getKey()))
                .toList();
    }

    private static QueueSettings queue(ServerSettings settings) {
        Limits limits = settings.limits();
        long scratch = limits.scratchBytes().toBytes();
        return new QueueSettings(
                QueueSettings.Order.named(settings.queue().policy()).orElseThrow(),
                limits.jobsStagingIn(),
                limits.jobsPerUser(),
                scratch == 0 ? Long.MAX_VALUE : scratch);
    }

    /**
     * Returns the users under which a root service runs kernels. Such a user can neither change the service nor read
     * the database or other runs.
     */
    private static Optional<RunIdentities> runIdentities(ServerSettings settings, HomeFolder home) {
        if (!SystemUser.callerIsRoot()) {
            LOG.warn("{}", settings.runsAsService() ? RUNS_FOR_ALL : RUNS_FOR_OPERATORS);
            return Optional.empty();
        }
        RunIdentities identities = RunRange.of(settings);
        home.requireRunsReach(identities.first());
        return Optional.of(identities);
    }

    /** Returns the name of this machine. */
    static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    @Bean
    JobDesk desk(Middleware middleware) {
        return middleware.desk();
    }

    @Bean
    PlanDesk plans(Middleware middleware) {
        return middleware.plans();
    }

    @Bean
    DraftDesk drafts(Middleware middleware, ServiceStore store, Clock clock) {
        return new DraftDesk(store.dataSource(), clock);
    }

    @Bean
    ApplicationFolders programs(ServerSettings settings) {
        return new ApplicationFolders(settings.applicationFolders());
    }

    @Bean
    ProbeDesk probes(Middleware middleware) {
        return middleware.probes();
    }

    @Bean
    TemplateDesk templates(Middleware middleware, ServiceStore store, Clock clock) {
        return new TemplateDesk(store.dataSource(), middleware.desk(), new JobDocumentWriter()::write, clock);
    }

    @Bean
    ScheduleDesk schedules(ServiceStore store, TemplateDesk templates, ProbeDesk probes, Clock clock) {
        return new ScheduleDesk(store.dataSource(), templates, new ProbedQuestion(probes), clock);
    }

    @Bean(destroyMethod = "close")
    ScheduleRunner scheduleRunner(
            Middleware middleware, ServiceStore store, TemplateDesk templates, ProbeDesk probes, Clock clock) {
        ScheduleRunner.World world = new ScheduleRunner.World(
                templates,
                middleware.desk(),
                new ProbedQuestion(probes.apart()),
                user -> middleware.accounts().find(user).map(Account::roles).orElse(Set.of()),
                Witness.NONE);
        return new ScheduleRunner(store.dataSource(), world, clock).start();
    }

    @Bean
    AuditDesk audit(Middleware middleware) {
        return middleware.audit();
    }

    @Bean
    OperationsDesk operations(Middleware middleware, Offer offer, ServerSettings settings) {
        return middleware.operations(offer.places(), settings.limits().placeChecks());
    }

    @Bean
    UsageDesk usage(Middleware middleware) {
        return middleware.usage();
    }

    @Bean
    Accounts accounts(Middleware middleware) {
        return middleware.accounts();
    }

    @Bean
    Logins logins(Middleware middleware, ServerSettings settings) {
        return middleware.logins(settings.limits().loginTime());
    }
}
