package dev.slipway.pages;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.account.Account;
import dev.slipway.account.Accounts;
import dev.slipway.account.Passwords;
import dev.slipway.account.Rights;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobSummary;
import dev.slipway.desk.Offer;
import dev.slipway.desk.Submission;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.draft.DraftDesk;
import dev.slipway.effect.Witness;
import dev.slipway.grant.Grants;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.listing.ListingDesk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.JobRequest;
import dev.slipway.request.Place;
import dev.slipway.run.ClusterAccounts;
import dev.slipway.run.ClusterHosts;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.HostList;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.PartitionKind;
import dev.slipway.run.RunHost;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.ScheduleRunner;
import dev.slipway.secret.Sealer;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.template.TemplateDesk;
import dev.slipway.web.WebUi;
import dev.slipway.web.live.LivePages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.session.SessionInformation;
import org.springframework.security.core.session.SessionRegistry;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Runs the pages on a real Tomcat over a real desk: journal in PostgreSQL, queue and dispatcher. Only the machine on
 * which programs run, with a partition of four slots, belongs to the test. Users are ada and bob, the operator olga and
 * the auditor alma.
 */
final class Site implements AutoCloseable {
    static final String PASSWORD = "correct horse";
    static final List<Place> PLACES = List.of(
            new Place.Source("risk"),
            new Place.Host("market-data"),
            new Place.Host("gone"),
            new Place.Host("slow"),
            new Place.Site("rates"),
            new Place.Folder("shared"));
    private static final Caller SET_UP = new Caller("set-up", Set.of(Caller.Role.OPERATOR), "test");
    static final Caller ADA = new Caller("ada", Set.of(Caller.Role.USER), "test");
    /** The pace of page events, so that no test waits long for an end. */
    private static final LivePages.Pace QUICK =
            new LivePages.Pace(Duration.ofMillis(50), Duration.ofMillis(300), Duration.ofSeconds(4));

    private static final Duration PATIENCE = Await.PATIENCE;

    /** The time by which the pages' clock is ahead. */
    volatile Duration ahead = Duration.ZERO;

    /** The answer to watched queries. */
    volatile String answer = "one";

    private final Map<JobToken, Job> jobs = new HashMap<>();
    private final Map<String, Visitor> visitors = new HashMap<>();
    private final Middleware middleware;
    private final ConfigurableApplicationContext context;

    /** Configures the pages alone. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(WebUi.class)
    static class Application {
        @Bean
        UserDetailsService users(Accounts accounts) {
            return name -> accounts.find(name)
                    .map(account -> User.withUsername(name)
                            .password(account.passwordHash())
                            .roles(account.roles().stream().map(Enum::name).toArray(String[]::new))
                            .build())
                    .orElseThrow(() -> new UsernameNotFoundException(name));
        }
    }

    /** Checks passwords without slow hashes, because a test has nothing to hide. */
    private record PlainPasswords(Accounts accounts) implements Passwords {
        @Override
        public String hash(String password) {
            return "{noop}" + password;
        }

        @Override
        public void require(String user, String password, String from) {
            if (!accounts.find(user).orElseThrow().passwordHash().equals(hash(password))) {
                throw new ProblemException(Problem.of(ProblemCode.NOT_AUTHENTICATED, "user name or password is wrong"));
            }
        }
    }

    Site(Path folder) {
        this(folder, QUICK);
    }

    /** @param pace of the page events */
    Site(Path folder, LivePages.Pace pace) {
        this(folder, pace, List.of(new Partition("local", 4, Duration.ofMinutes(5))));
    }

    /** Makes a site with other partitions; the first is the usual one. */
    Site(Path folder, List<Partition> partitions) {
        this(folder, QUICK, partitions);
    }

    private Site(Path folder, LivePages.Pace pace, List<Partition> partitions) {
        TestMachine machine = new TestMachine();
        MiddlewareSettings settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                partitions,
                QueueSettings.overlap(2),
                DispatchSettings.DEFAULTS,
                runs(folder, partitions),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
        DataSource store = PostgresDatabase.fresh().dataSource();
        middleware = Middleware.start(settings, store, machine, Optional.of(machine), Clock.systemUTC());
        middleware.listen(this::changed);
        Accounts accounts = middleware.accounts();
        UserDesk users = new UserDesk(accounts, new PlainPasswords(accounts), PLACES::contains);
        enrol(users);
        SpringApplication application = new SpringApplication(Application.class);
        application.addInitializers(start -> {
            Stream.concat(desks(settings, store, users).stream(), templates(store).stream())
                    .forEach(desk -> start.getBeanFactory()
                            .registerSingleton(desk.getClass().getSimpleName(), desk));
            start.getBeanFactory().registerSingleton("pace", pace);
            InstantSource time = () -> Instant.now().plus(ahead);
            start.getBeanFactory().registerSingleton("clock", time.withZone(ZoneOffset.UTC));
            start.getBeanFactory().registerSingleton("sealer", (Sealer) Samples::sealed);
        });
        context = application.run("--server.port=0", "--server.address=127.0.0.1");
        accounts.listen(this::endSessions);
    }

    /** Returns settings with a cluster and a host for the partitions of these kinds. No run reaches them. */
    private static RunSettings runs(Path folder, List<Partition> partitions) {
        Map<String, String> queues = partitions.stream()
                .filter(partition -> partition.kind() == PartitionKind.SLURM)
                .collect(Collectors.toMap(Partition::name, partition -> "batch"));
        ClusterSettings cluster = new ClusterSettings(
                "main",
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                queues,
                ClusterAccounts.none(),
                ClusterHosts.USUAL);
        List<HostList> lists = partitions.stream()
                .filter(partition -> partition.kind() == PartitionKind.HOSTS)
                .map(partition -> new HostList(
                        partition.name(),
                        List.of(new RunHost("node", partition.slots())),
                        new HostList.Login("root", 22, folder.resolve("key"), folder.resolve("known")),
                        Optional.empty(),
                        "mpirun.mpich"))
                .toList();
        return new RunSettings(
                new MpirunSettings(
                        folder.resolve("guard"),
                        "mpirun",
                        List.of(folder),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        "test"),
                queues.isEmpty() ? List.of() : List.of(cluster),
                lists);
    }

    private static void enrol(UserDesk users) {
        Map.of(
                        "ada",
                        Caller.Role.USER,
                        "bob",
                        Caller.Role.USER,
                        "olga",
                        Caller.Role.OPERATOR,
                        "alma",
                        Caller.Role.AUDITOR)
                .forEach((name, role) -> users.add(SET_UP, name, PASSWORD, new Rights(Set.of(role), Grants.ALL)));
    }

    /** Makes a runner that fires when a test says so, a few minutes ahead of the real time. */
    private List<Object> templates(DataSource store) {
        TemplateDesk templates =
                new TemplateDesk(store, middleware.desk(), new JobDocumentWriter()::write, Clock.systemUTC());
        ScheduleRunner.World world =
                new ScheduleRunner.World(templates, middleware.desk(), this::answer, this::roles, Witness.NONE);
        return List.of(
                templates,
                new ScheduleDesk(store, templates, this::answer, Clock.systemUTC()),
                new ScheduleRunner(store, world, Clock.offset(Clock.systemUTC(), Duration.ofMinutes(2))));
    }

    private Set<Caller.Role> roles(String user) {
        return middleware.accounts().find(user).map(Account::roles).orElse(Set.of());
    }

    /** Answers watched queries with the text that the test has set. */
    private String answer(Caller caller, String source, String statement) {
        if (!statement.startsWith("SELECT")) {
            throw new ProblemException(
                    Problem.of(ProblemCode.STATEMENT_REFUSED, "source " + source + " refuses the statement"));
        }
        return answer;
    }

    /** Ends the sessions of a user, as the service does when an account changes. */
    private void endSessions(String name) {
        SessionRegistry sessions = context.getBean(SessionRegistry.class);
        sessions.getAllPrincipals().stream()
                .filter(user -> ((UserDetails) user).getUsername().equals(name))
                .flatMap(user -> sessions.getAllSessions(user, false).stream())
                .forEach(SessionInformation::expireNow);
    }

    /** Makes one more user, who is not signed in by any test. */
    String addUser() {
        String name = "nina-" + UUID.randomUUID();
        bean(UserDesk.class).add(SET_UP, name, PASSWORD, new Rights(Set.of(Caller.Role.USER), Grants.NONE));
        return name;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns the beans that the server gives to the pages. */
    private List<Object> desks(MiddlewareSettings settings, DataSource store, UserDesk users) {
        return List.of(
                new Offer(
                        "test",
                        new Offer.Content(settings.partitions(), PLACES, new Offer.Limits(10, 100, 1 << 20, 1 << 24))),
                users,
                middleware.accounts(),
                middleware.logins(Duration.ofHours(12)),
                middleware.desk(),
                middleware.plans(),
                middleware.probes(),
                middleware.audit(),
                middleware.operations(() -> PLACES, Duration.ZERO),
                middleware.usage(),
                new DraftDesk(store, Clock.systemUTC()),
                new ListingDesk(store),
                settings.mpirun().applications());
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

    JobToken submit(JobRequest request) {
        return desk().submit(ADA, new Submission("<document/>".getBytes(StandardCharsets.UTF_8), request));
    }

    /** Submits a job of ada, and waits until the condition holds. */
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

    /** Returns all routes of the pages, each as {@code METHOD path}. */
    Set<String> routes() {
        return context
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .stream()
                .flatMap(Site::names)
                .collect(Collectors.toSet());
    }

    /** Returns the names of a route. A route for any method is named by GET. */
    private static Stream<String> names(RequestMappingInfo route) {
        Set<RequestMethod> methods = route.getMethodsCondition().getMethods();
        return (methods.isEmpty() ? Set.of(RequestMethod.GET) : methods)
                .stream().flatMap(method -> route.getPatternValues().stream().map(path -> method + " " + path));
    }

    int port() {
        return Integer.parseInt(context.getEnvironment().getProperty("local.server.port"));
    }

    Visitor visitor() {
        return new Visitor(port());
    }

    /** Returns the browser of a user who signs in once. A form is sent by the browser that has shown it. */
    Visitor visitorOf(String user) {
        return visitors.computeIfAbsent(user, this::signedIn);
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
