package dev.slipway.service;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.IntakeSettings;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.dispatch.StallLimits;
import dev.slipway.dispatch.StepLimits;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.draft.DraftDesk;
import dev.slipway.job.JobState;
import dev.slipway.mail.Letter;
import dev.slipway.mail.MailDesk;
import dev.slipway.mail.MailSettings;
import dev.slipway.mail.Mails;
import dev.slipway.problem.Problem;
import dev.slipway.queue.QueueSettings;
import dev.slipway.request.Place;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.RunSettings;
import dev.slipway.run.StorageSettings;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.service.calls.AuthoringDesks;
import dev.slipway.template.TemplateDesk;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** A real middleware on PostgreSQL with one slot. Runs go on until the test ends them. */
public final class RealJobs implements AutoCloseable {
    private static final Duration PATIENCE = Await.PATIENCE;

    private final HeldLauncher launcher = new HeldLauncher();
    private final NothingToStage gateway = new NothingToStage();
    private final Map<String, JobState> states = new HashMap<>();
    private final DataSource store = PostgresDatabase.fresh().dataSource();
    private final List<Letter> letters = new CopyOnWriteArrayList<>();
    private final Middleware middleware;
    private final Mails mails;

    public RealJobs(Path folder) {
        MpirunSettings mpirun = new MpirunSettings(
                Path.of("/nowhere/guard"),
                "mpirun",
                List.of(Path.of("/nowhere")),
                Optional.empty(),
                Duration.ofSeconds(1),
                "here");
        DispatchSettings quick = new DispatchSettings(
                StepLimits.of(2),
                2,
                1,
                Duration.ofMillis(20),
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                StallLimits.NONE,
                Duration.ofHours(1));
        MiddlewareSettings settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", 1, Duration.ofMinutes(10))),
                QueueSettings.overlap(2),
                quick,
                new RunSettings(mpirun),
                StorageSettings.DEFAULTS,
                IntakeSettings.usual(folder.resolve("uploads")));
        middleware = Middleware.start(settings, store, gateway, Optional.of(launcher), Clock.systemUTC());
        mails = new Mails(
                        new Mails.Store(store, middleware.ledger(), middleware.journal(), middleware.desk()),
                        MailSettings.usual(URI.create("https://slipway.example.org"), 20),
                        letters::add,
                        Clock.systemUTC())
                .start();
        middleware.listen(job -> {
            synchronized (states) {
                states.put(job.token().value(), job.state());
                states.notifyAll();
            }
        });
    }

    public Middleware middleware() {
        return middleware;
    }

    /** Returns the desks for templates, drafts and schedules. Each watched query has the same answer. */
    public AuthoringDesks authoring() {
        Clock clock = Clock.systemUTC();
        TemplateDesk templates = new TemplateDesk(store, middleware.desk(), new JobDocumentWriter()::write, clock);
        return new AuthoringDesks(
                templates,
                new DraftDesk(store, clock),
                new ScheduleDesk(store, templates, (caller, source, statement) -> "the same", clock));
    }

    /** Returns the desk for mails; {@link #letters} has the mails that were sent. */
    public Optional<MailDesk> mails() {
        return Optional.of(mails.desk());
    }

    /** Returns the mails that were sent. */
    public List<Letter> letters() {
        return letters;
    }

    /** Lets all runs end by themselves. */
    public void release() {
        launcher.release();
    }

    /** Keeps all runs from ending by themselves. */
    public void hold() {
        launcher.hold();
    }

    /** Has every check of the place find this problem. */
    public void takeAway(Place place, Problem problem) {
        gateway.takeAway(place, problem);
    }

    /** Has the place let the service in again. */
    public void bringBack(Place place) {
        gateway.bringBack(place);
    }

    public void await(String token, JobState state) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        synchronized (states) {
            while (states.get(token) != state) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    throw new AssertionError(token + " is " + states.get(token) + ", not " + state);
                }
                states.wait(left);
            }
        }
    }

    @Override
    public void close() {
        release();
        mails.close();
        middleware.close();
    }
}
