package dev.slipway.server;

import dev.slipway.Middleware;
import dev.slipway.RunWays;
import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.account.Logins;
import dev.slipway.audit.AuditDesk;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Offer;
import dev.slipway.desk.plan.PlanDesk;
import dev.slipway.desk.plan.ProbeDesk;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.draft.DraftDesk;
import dev.slipway.effect.Witness;
import dev.slipway.gateway.StepGateway;
import dev.slipway.journal.store.StoreLock;
import dev.slipway.listing.ListingDesk;
import dev.slipway.operations.OperationsDesk;
import dev.slipway.postgres.SystemUser;
import dev.slipway.run.ApplicationFolders;
import dev.slipway.run.RunIdentities;
import dev.slipway.schedule.ProbedQuestion;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.ScheduleRunner;
import dev.slipway.secret.Secrets;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.home.SetUpFailure;
import dev.slipway.server.secret.SignedHeads;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.template.TemplateDesk;
import dev.slipway.upload.UploadFolder;
import dev.slipway.usage.UsageDesk;
import java.time.Clock;
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
        return new StepGateway(
                PlaceSettings.places(settings, home),
                new UploadFolder(home.uploads(), Witness.NONE),
                secrets,
                PlaceSettings.limits(settings));
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
                    Middleware.start(CoreSettings.of(settings, home, identities), store.dataSource(), world);
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
    ListingDesk listings(Middleware middleware, ServiceStore store) {
        return new ListingDesk(store.dataSource());
    }

    @Bean
    ApplicationFolders programs(Middleware middleware) {
        return middleware.programs();
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
        return middleware.operations(offer::places, settings.limits().placeChecks());
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
