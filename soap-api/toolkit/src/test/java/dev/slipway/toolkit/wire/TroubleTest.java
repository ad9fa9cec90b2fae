package dev.slipway.toolkit.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemCode;
import dev.slipway.servers.Ports;
import dev.slipway.service.JobsServer;
import dev.slipway.service.ServerKey;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.toolkit.ScriptedJobs;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Failure;
import dev.slipway.toolkit.profile.Profile;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests failures on the way: in the call, the profile, the network, the server's identity. */
class TroubleTest {
    private static final String TOKEN = ScriptedJobs.TOKEN;

    @TempDir
    Path folder;

    @TempDir
    static Path keys;

    private static ServerKey key;
    private final ScriptedJobs jobs = new ScriptedJobs();

    @BeforeAll
    static void make() throws Exception {
        key = ServerKey.in(keys, "server");
    }

    @Test
    void refuses_a_wrong_call_with_one_line_and_a_hint() {
        Shell shell = new Shell(folder);
        for (String[] call : new String[][] {
            {}, {"exlpain"}, {"status"}, {"results", "a", "b", "c"}, {"list", "--limit", "x"}, {"audit"}, {"audit", "x"}
        }) {
            assertThat(shell.run(call)).isEqualTo(2);
            assertThat(shell.out).isEmpty();
            assertThat(shell.err.lines()).hasSize(2);
            assertThat(shell.err).startsWith("slipway: ").contains("\nhint: slipway");
        }
    }

    @Test
    void names_a_verb_that_there_is_not_and_one_that_may_have_been_meant() {
        Shell shell = new Shell(folder);
        assertThat(shell.run("exlpain", "x")).isEqualTo(2);
        assertThat(shell.err)
                .contains("slipway has no verb exlpain; did you mean explain?", "hint: slipway --help shows");
        assertThat(shell.run("audit", "verfy")).isEqualTo(2);
        assertThat(shell.err).contains("slipway audit has no verb verfy; did you mean verify?");
        assertThat(shell.run("list", "--nonsense")).isEqualTo(2);
        assertThat(shell.err).contains("--nonsense").doesNotContain("no verb");
    }

    @Test
    void names_the_option_of_a_number_that_cannot_be() {
        Shell shell = new Shell(folder);
        for (String option : List.of("--limit", "--offset")) {
            for (String[] call : new String[][] {{"list", option, "-1"}, {"audit", "operations", option + "=-1"}}) {
                assertThat(shell.run(call)).isEqualTo(2);
                assertThat(shell.err).contains(option + " is a number from 0, not -1", "--help shows how to call it");
            }
        }
    }

    @Test
    void tells_its_version() {
        Shell shell = new Shell(folder);
        assertThat(shell.run("--version")).isZero();
        assertThat(shell.out).isEqualTo("slipway not released\n");
        assertThat(shell.run("-V")).isZero();
        assertThat(shell.err).isEmpty();
    }

    @Test
    void explains_a_profile_that_cannot_work() throws IOException {
        Shell shell = new Shell(folder)
                .environment("SLIPWAY_PROFILE", folder.resolve("none").toString());
        assertThat(shell.run("list")).isEqualTo(2);
        assertThat(shell.err).contains("cannot read the profile", "there is no such file", "hint: A profile holds");

        Path pem = Files.writeString(folder.resolve("ca.pem"), "");
        assertThat(shell.profile(URI.create("http://127.0.0.1:1/x"), "ann", "p", pem)
                        .run("list"))
                .isEqualTo(2);
        assertThat(shell.err).contains("not an https address");
        assertThat(shell.profile(URI.create("https://127.0.0.1:1/x"), "ann", "p", pem)
                        .run("list"))
                .isEqualTo(2);
        assertThat(shell.err).contains("cannot use the certificates of");
    }

    @Test
    void says_that_a_call_without_an_answer_may_still_be_worked_on() throws Exception {
        jobs.silence = new CountDownLatch(1);
        try (JobsServer server = JobsServer.secured(jobs, folder, key, 0)) {
            new Shell(folder).profile(server.address(), "ann", "ann-pw", key.certificate());
            Profile profile = Profile.load(folder.resolve("profile-ann"));
            ServiceClient service = ServiceClient.byPassword(profile, "ann-pw".toCharArray(), Duration.ofSeconds(5));

            assertThatThrownBy(() -> service.call("cancel", List.of(Map.entry("token", ScriptedJobs.TOKEN))))
                    .isInstanceOfSatisfying(Failure.class, failure -> {
                        assertThat(failure.exitStatus()).isEqualTo(ExitStatus.NOT_REACHED);
                        assertThat(failure.code()).isEqualTo("toolkit.not-reached");
                        assertThat(failure).hasMessageContaining("has not answered within 5 s");
                        assertThat(failure.hint())
                                .contains(
                                        "doing what was asked still", "look first", "slipway list", "only what reads");
                    });
            assertThat(jobs.heard).startsWith("cancel");
            jobs.silence.countDown();
        }
    }

    @Test
    void asks_nobody_for_a_password_when_nobody_is_there() throws IOException {
        Path profile = Files.writeString(folder.resolve("profile"), "endpoint=https://127.0.0.1:1/x\nuser=ann\n");
        Shell shell = new Shell(folder).environment("SLIPWAY_PROFILE", profile.toString());

        assertThat(shell.run("list")).isEqualTo(2);
        assertThat(shell.err).contains("there is no password");
    }

    @Test
    void ends_with_20_on_a_wrong_password_and_never_shows_it() throws Exception {
        try (JobsServer server = JobsServer.secured(jobs, folder, key, 0)) {
            Shell shell = new Shell(folder).profile(server.address(), "ann", "hunter2", key.certificate());

            assertThat(shell.run("list")).isEqualTo(20);
            assertThat(shell.err)
                    .contains("does not accept user ann", "[access.not-authenticated]")
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void trusts_nobody_but_the_profiles_certificate() throws Exception {
        ServerKey other = ServerKey.in(keys, "other");
        try (JobsServer server = JobsServer.secured(jobs, folder, key, 0)) {
            Shell shell = new Shell(folder).profile(server.address(), "ann", "ann-pw", other.certificate());

            assertThat(shell.run("list")).isEqualTo(3);
            assertThat(shell.err).contains("no trusted connection", "hint: Let ca in the profile");
            assertThat(jobs.heard).isEmpty();
        }
    }

    @Test
    void ends_with_3_when_nothing_answers_or_not_in_soap() throws Exception {
        Shell shell = new Shell(folder)
                .profile(URI.create("https://127.0.0.1:" + Ports.kept() + "/x"), "ann", "p", key.certificate());
        assertThat(shell.run("list")).isEqualTo(3);
        assertThat(shell.err).contains("cannot reach https://127.0.0.1");

        try (JobsServer server = JobsServer.secured(jobs, folder, key, 0)) {
            shell.profile(server.address().resolve("/nothing"), "ann", "ann-pw", key.certificate());
            assertThat(shell.run("list")).isEqualTo(3);
            assertThat(shell.err).contains("answers HTTP 404");
        }
    }

    @Test
    void watch_outlives_a_restart_of_the_service() throws Exception {
        int port = Ports.kept();
        List<JobsServer> servers = new ArrayList<>(List.of(JobsServer.secured(jobs, folder, key, port)));
        jobs.looks.addAll(List.of(
                ScriptedJobs.status(JobState.QUEUED), ScriptedJobs.running(1), ScriptedJobs.ended(OutcomeWord.DONE)));
        Shell shell = new Shell(folder).profile(servers.get(0).address(), "ann", "ann-pw", key.certificate());
        List<Duration> pauses = new ArrayList<>();
        shell.delay = time -> {
            pauses.add(time);
            try {
                if (pauses.size() == 1) {
                    servers.remove(0).close();
                } else if (pauses.size() == 4) {
                    servers.add(JobsServer.secured(jobs, folder, key, port));
                }
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        try {
            assertThat(shell.run("watch", TOKEN)).isZero();
        } finally {
            servers.get(0).close();
        }
        assertThat(shell.err.lines()).hasSize(2);
        assertThat(shell.err).contains("trying again for 300 s", "the service answers again");
        assertThat(shell.out).contains("outcome   DONE");
    }

    @Test
    void output_that_is_followed_outlives_an_outage_and_loses_nothing() throws Exception {
        jobs.output = "one\ntwo\nthree\n".getBytes(StandardCharsets.UTF_8);
        int port = Ports.kept();
        Shell shell = new Shell(folder)
                .profile(
                        URI.create("https://127.0.0.1:" + port + "/services/jobs"), "ann", "ann-pw", key.certificate());
        List<JobsServer> servers = new ArrayList<>();
        shell.delay = time -> {
            try {
                servers.add(JobsServer.secured(jobs, folder, key, port));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        assertThat(shell.run("output", TOKEN))
                .as("without --follow nothing is tried again")
                .isEqualTo(3);
        try {
            assertThat(shell.run("output", "--follow", TOKEN)).isZero();
        } finally {
            servers.get(0).close();
        }
        assertThat(shell.out).isEqualTo("one\ntwo\nthree\n");
        assertThat(shell.err.lines()).hasSize(2);
        assertThat(shell.err).contains("trying again for 300 s", "the service answers again");
        assertThat(shell.run("output", "--follow", "--patience", "0", TOKEN)).isEqualTo(3);
    }

    @Test
    void watch_gives_up_when_its_patience_ends() throws Exception {
        Shell shell = new Shell(folder)
                .profile(URI.create("https://127.0.0.1:" + Ports.kept() + "/x"), "ann", "p", key.certificate());

        assertThat(shell.run("watch", "--patience", "0", TOKEN)).isEqualTo(3);
    }

    @Test
    void watch_outlives_an_outage_of_the_services_own_database() throws Exception {
        jobs.looks.add(ScriptedJobs.ended(OutcomeWord.DONE));
        jobs.refusal = ProblemCode.STORE_UNREACHABLE;
        try (JobsServer server = JobsServer.secured(jobs, folder, key, 0)) {
            Shell shell = new Shell(folder).profile(server.address(), "ann", "ann-pw", key.certificate());
            shell.delay = time -> jobs.refusal = null;

            assertThat(shell.run("list")).isEqualTo(54);
            assertThat(shell.err).contains("[store.unreachable]");
            assertThat(shell.run("watch", TOKEN)).isZero();
            assertThat(shell.err).contains("trying again for 300 s", "the service answers again");
        }
    }
}
