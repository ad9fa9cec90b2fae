package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.Middleware;
import dev.slipway.MiddlewareSettings;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Submission;
import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.Partition;
import dev.slipway.run.StorageSettings;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.web.WebUi;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.core.userdetails.UserDetailsService;

/** The pages over a real desk: journal in PostgreSQL, queue and dispatcher; only the machine that programs run on is the test's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeskPagesTest {
    private static final Caller ADA = new Caller("ada", Set.of(Caller.Role.USER), "test");

    private final BlockingQueue<JobToken> closed = new LinkedBlockingQueue<>();
    private final BlockingQueue<JobToken> running = new LinkedBlockingQueue<>();
    private final TestMachine machine = new TestMachine();
    private Middleware middleware;
    private ConfigurableApplicationContext site;

    /** The pages alone. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(WebUi.class)
    static class RealSite {
        @Bean
        UserDetailsService users() {
            return Site.threeUsers();
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        MiddlewareSettings settings = new MiddlewareSettings(
                folder.resolve("results"),
                folder.resolve("scratch"),
                List.of(new Partition("local", 4, Duration.ofMinutes(5))),
                2,
                DispatchSettings.DEFAULTS,
                new MpirunSettings(
                        folder.resolve("guard"),
                        "mpirun",
                        List.of(folder),
                        Optional.empty(),
                        Duration.ofSeconds(1),
                        "test"),
                StorageSettings.DEFAULTS);
        middleware = Middleware.start(
                settings, PostgresDatabase.fresh().dataSource(), machine, Optional.of(machine), Clock.systemUTC());
        middleware.listen(job -> {
            if (job.state() == JobState.CLOSED) {
                closed.add(job.token());
            } else if (job.state() == JobState.RUNNING) {
                running.add(job.token());
            }
        });
        SpringApplication application = new SpringApplication(RealSite.class);
        application.addInitializers(context -> {
            context.getBeanFactory().registerSingleton("desk", middleware.desk());
            context.getBeanFactory().registerSingleton("clock", Clock.systemUTC());
        });
        site = application.run("--server.port=0", "--server.address=127.0.0.1");
    }

    @AfterAll
    void stop() {
        site.close();
        middleware.close();
    }

    @Test
    void a_job_goes_from_the_desk_to_its_picture_and_only_its_owner_and_operators_see_it() throws InterruptedException {
        JobToken token = submit(Samples.HOSTILE, "var-mc");
        assertThat(closed.poll(60, TimeUnit.SECONDS)).isEqualTo(token);

        String page = signedIn("ada").get("/ui/jobs/" + token).body();
        assertThat(page)
                .contains("&lt;script&gt;alert", "Histogram of 10,000 scenarios", "VaR 99", "341,233.42", "Done");
        assertThat(page).contains("Staging in", "curve.csv", "run of 2 ranks").doesNotContain("<script>alert");
        assertThat(signedIn("ada").get("/ui/jobs/" + token + "/result?name=pnl").body())
                .isEqualTo(Samples.pnl());
        assertThat(signedIn("ada").get("/ui/jobs/" + token + "/document").body())
                .isEqualTo("<document/>");
        assertThat(signedIn("olga").get("/ui/jobs").body()).contains(token.value());
        for (String path : List.of("", "/live", "/result?name=pnl", "/stdout", "/stderr", "/document")) {
            HttpResponse<String> foreign = signedIn("bob").get("/ui/jobs/" + token + path);
            assertThat(foreign.statusCode()).as(path).isEqualTo(404);
            assertThat(foreign.body()).contains("there is no such job").doesNotContain("script&gt;");
        }
        assertThat(signedIn("bob").get("/ui/jobs").body()).contains("No jobs yet");
    }

    @Test
    void a_running_job_is_cancelled_from_its_page() throws InterruptedException {
        JobToken token = submit("long run", "endless");
        assertThat(running.poll(60, TimeUnit.SECONDS)).isEqualTo(token);
        Visitor ada = signedIn("ada");
        HttpResponse<String> page = ada.get("/ui/jobs/" + token);
        assertThat(page.body()).contains("Running", "Yes, cancel this job");

        ada.post("/ui/jobs/" + token + "/cancel", Map.of("_csrf", Visitor.csrf(page)));

        assertThat(closed.poll(60, TimeUnit.SECONDS)).isEqualTo(token);
        assertThat(ada.get("/ui/jobs/" + token).body()).contains("Cancelled", "Ended by <strong>ada</strong>");
    }

    private JobToken submit(String name, String executable) {
        running.clear();
        closed.clear();
        LaunchRequest launch = new LaunchRequest(
                executable,
                List.of(),
                Map.of(),
                Optional.empty(),
                2,
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.empty());
        SshFetch curve = new SshFetch(
                "curve",
                1,
                "market-data",
                "/curve.csv",
                new RunPath("curve.csv"),
                CreationFlag.OVERWRITE,
                Compression.NONE);
        List<ResultFile> results = List.of(
                new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION),
                new ResultFile("figures", new RunPath("figures.csv"), ResultFile.Role.RISK_FIGURES));
        JobRequest request =
                new JobRequest(name, Optional.empty(), Optional.empty(), launch, List.of(curve), List.of(), results);
        JobDesk desk = middleware.desk();
        return desk.submit(ADA, new Submission("<document/>".getBytes(StandardCharsets.UTF_8), request));
    }

    private Visitor signedIn(String user) {
        Visitor visitor = new Visitor(Integer.parseInt(site.getEnvironment().getProperty("local.server.port")));
        visitor.signIn(user, Site.PASSWORD);
        return visitor;
    }
}
