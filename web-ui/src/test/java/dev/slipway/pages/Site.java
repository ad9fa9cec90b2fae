package dev.slipway.pages;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.account.Account;
import dev.slipway.account.Passwords;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobSummary;
import dev.slipway.desk.Offer;
import dev.slipway.desk.Submission;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.draft.DraftDesk;
import dev.slipway.grant.Grants;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.run.ApplicationFolders;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.StorageSettings;
import dev.slipway.secret.Sealer;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.Place;
import dev.slipway.web.WebUi;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/**
 * The pages on a real Tomcat over a real desk: journal in PostgreSQL, queue and dispatcher; only the machine that programs run on, with
 * its partition of four slots, is the test's. Users are ada and bob, the operator olga and the auditor alma.
 */
final class Site implements AutoCloseable {
    static final String PASSWORD = "correct horse";
    static final List<Place> PLACES = List.of(
            new Place.Source("risk"),
            new Place.Host("market-data"),
            new Place.Host("gone"),
            new Place.Host("slow"),
            new Place.Folder("shared"));
    private static final Passwords PASSWORDS = new Passwords() {
        @Override
        public String hash(String password) {
            return "hash of " + password.length() + " characters";
        }

        @Override
        public void require(String user, String password, String from) {
            if (!password.equals(PASSWORD)) {
                throw new ProblemException(Problem.of(ProblemCode.NOT_AUTHENTICATED, "the password is wrong"));
            }
        }
    };
    static final Caller ADA = new Caller("ada", Set.of(Caller.Role.USER), "test");
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<JobToken, Job> jobs = new HashMap<>();
    private final Middleware middleware;
    private final ConfigurableApplicationContext context;

    /** The pages alone. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(WebUi.class)
    static class Application {
        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(
                    user("ada", "USER"), user("bob", "USER"), user("olga", "OPERATOR"), user("alma", "AUDITOR"));
        }

        private static UserDetails user(String name, String role) {
            return User.withUsername(name)
                    .password("{noop}" + PASSWORD)
                    .roles(role)
                    .build();
        }
    }

    Site(Path folder) {
        TestMachine machine = new TestMachine();
        MiddlewareSettings settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", 4, Duration.ofMinutes(5))),
                QueueSettings.overlap(2),
                DispatchSettings.DEFAULTS,
                new MpirunSettings(
                        folder.resolve("guard"),
                        "mpirun",
                        List.of(folder),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        "test"),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
        PostgresDatabase database = PostgresDatabase.fresh();
        middleware =
                Middleware.start(settings, database.dataSource(), machine, Optional.of(machine), Clock.systemUTC());
        middleware.listen(this::changed);
        SpringApplication application = new SpringApplication(Application.class);
        application.addInitializers(start -> {
            desks(settings, database.dataSource()).forEach(desk -> start.getBeanFactory()
                    .registerSingleton(desk.getClass().getSimpleName(), desk));
            start.getBeanFactory().registerSingleton("clock", Clock.systemUTC());
        });
        context = application.run("--server.port=0", "--server.address=127.0.0.1");
    }

    /** What the server gives to the pages. */
    private List<Object> desks(MiddlewareSettings settings, DataSource store) {
        Offer offer = new Offer("test", settings.partitions(), PLACES, new Offer.Limits(10, 100, 1 << 20, 1 << 24));
        Sealer sealer = (password, use) -> "sealed for " + use;
        return List.of(
                offer,
                sealer,
                middleware.desk(),
                middleware.plans(),
                middleware.probes(),
                middleware.audit(),
                middleware.operations(PLACES, Duration.ZERO),
                new UserDesk(middleware.accounts(), PASSWORDS, PLACES::contains),
                new DraftDesk(store, Clock.systemUTC()),
                new ApplicationFolders(List.of()));
    }

    /** An account in the store: an operator, who may name everything. */
    void addUser(String name) {
        middleware.accounts().put(new Account(name, "hash", Set.of(Caller.Role.OPERATOR), Grants.ALL));
    }

    private void changed(Job job) {
        synchronized (jobs) {
            jobs.put(job.token(), job);
            jobs.notifyAll();
        }
    }

    JobDesk desk() {
        return middleware.desk();
    }

    /** Submits a job of ada. */
    JobToken submit(JobRequest request) {
        return desk().submit(ADA, new Submission("<document/>".getBytes(StandardCharsets.UTF_8), request));
    }

    /** Submits a job of ada and waits until it is there. */
    JobToken submit(JobRequest request, Predicate<Job> there) {
        JobToken token = submit(request);
        await(token, there);
        return token;
    }

    void await(JobToken token, Predicate<Job> there) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        synchronized (jobs) {
            while (!jobs.containsKey(token) || !there.test(jobs.get(token))) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new AssertionError("it did not come to that: " + jobs.get(token));
                }
                try {
                    jobs.wait(left);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new AssertionError("interrupted", e);
                }
            }
        }
    }

    static Predicate<Job> in(JobState state) {
        return job -> job.state() == state;
    }

    /** Ends ada's jobs, so that the machine is free. */
    void cancelAll() {
        for (JobSummary job : desk().list(ADA, 0, 1000)) {
            if (job.state() != JobState.CLOSED) {
                desk().cancel(ADA, job.token());
                await(job.token(), in(JobState.CLOSED));
            }
        }
    }

    Visitor visitor() {
        return new Visitor(Integer.parseInt(context.getEnvironment().getProperty("local.server.port")));
    }

    Visitor signedIn(String user) {
        Visitor visitor = visitor();
        visitor.signIn(user, PASSWORD);
        return visitor;
    }

    @Override
    public void close() {
        context.close();
        middleware.close();
    }
}
