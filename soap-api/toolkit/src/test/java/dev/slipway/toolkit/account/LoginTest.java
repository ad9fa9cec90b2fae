package dev.slipway.toolkit.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.service.JobsServer;
import dev.slipway.toolkit.ScriptedService;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that a login is kept between calls, and used until it has ended. */
class LoginTest extends ScriptedService {
    private Path profile;

    @BeforeEach
    void withoutPassword() throws Exception {
        profile = profile(server.address());
        Files.deleteIfExists(kept());
        shell = new Shell(folder).environment("SLIPWAY_PROFILE", profile.toString());
    }

    /** Writes a profile without a password, so that only a login lets a call in. */
    private Path profile(URI endpoint) throws Exception {
        return Files.writeString(
                folder.resolve("profile"), "endpoint=" + endpoint + "\nuser=ann\nca=" + key.certificate() + "\n");
    }

    private int login() {
        shell.in = "ann-pw\n";
        return shell.run("login", "--password-file", "-");
    }

    @Test
    void calls_need_no_password_after_a_login_and_need_one_after_the_logout() throws Exception {
        assertThat(shell.run("list")).isEqualTo(ExitStatus.CALL);
        assertThat(shell.err).contains("there is no password", "slipway login");

        assertThat(login()).isZero();
        assertThat(shell.out).isEmpty();
        assertThat(shell.err).isEqualTo("slipway: ann is logged in until 2026-11-20T11:00:00Z\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(kept())).contains(JobsServer.token("ann")).doesNotContain("ann-pw");
        assertThat(shell.run("list")).isZero();

        assertThat(shell.run("logout")).isZero();
        assertThat(JOBS.heard).isEqualTo("logout");
        assertThat(kept()).doesNotExist();
        assertThat(shell.run("list")).isEqualTo(ExitStatus.CALL);
        assertThat(shell.run("logout")).isZero();
        assertThat(shell.err).isEqualTo("slipway: ann was not logged in\n");
    }

    @Test
    void a_login_with_a_wrong_password_keeps_nothing_and_shows_nothing_of_it() {
        shell.in = "hunter2\n";
        assertThat(shell.run("login", "--password-file", "-")).isEqualTo(ExitStatus.LOGIN);
        assertThat(shell.err).contains("[access.not-authenticated]");
        assertThat(shell.out + shell.err).doesNotContain("hunter2");
        assertThat(kept()).doesNotExist();
    }

    @Test
    void standard_input_that_holds_no_password_is_said_to_and_nobody_is_called() {
        JOBS.calls.clear();
        for (String input : new String[] {"", "\n", "\nann-pw\n"}) {
            shell.in = input;
            assertThat(shell.run("login", "--password-file", "-")).isEqualTo(ExitStatus.CALL);
            assertThat(shell.err).startsWith("slipway: there is no password in standard input\n");
        }
        assertThat(JOBS.calls).isEmpty();
    }

    @Test
    void the_token_is_never_printed() {
        shell.in = "ann-pw\n";
        assertThat(shell.run("login", "--json", "--password-file", "-")).isZero();
        assertThat(shell.out).isEqualTo("{\"user\":\"ann\",\"expires\":\"2026-11-20T11:00:00Z\"}\n");
        assertThat(shell.run("profile", "show")).isZero();
        assertThat(shell.out).contains("loginExpires  2026-11-20T11:00:00Z").doesNotContain(JobsServer.token(""));
    }

    /** Covers both refusals: HTTP 401, as from a proxy, and a fault, as from the service. */
    @ParameterizedTest
    @ValueSource(strings = {"ended", "ended-and-told-by-a-fault"})
    void a_login_that_the_service_ended_is_forgotten_and_said_to_be_over(String token) {
        JOBS.token = token;
        assertThat(login()).isZero();

        assertThat(shell.run("list")).isEqualTo(ExitStatus.LOGIN);
        assertThat(shell.err)
                .contains(
                        "the login of ann is over",
                        "[access.not-authenticated]\n",
                        "hint: Log in again: slipway login.");
        assertThat(kept()).doesNotExist();
        assertThat(login()).isZero();
        assertThat(shell.run("logout")).as("ended already").isZero();
    }

    @Test
    void the_profiles_password_takes_the_place_of_a_login_that_is_over() throws Exception {
        JOBS.token = "ended";
        assertThat(login()).isZero();
        Path secret = Files.writeString(folder.resolve("ann.password"), "ann-pw\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(profile, Files.readString(profile) + "password-file=ann.password\n");

        assertThat(shell.run("list")).isZero();
        assertThat(shell.err).startsWith("slipway: the login of ann is over\n");
        assertThat(shell.run("list")).isZero();
        assertThat(shell.err).doesNotContain("over");
    }

    @Test
    void a_token_goes_to_the_service_and_for_the_user_that_it_was_got_for_and_no_other() throws Exception {
        assertThat(login()).isZero();
        profile(URI.create("https://localhost:" + server.port() + "/services/jobs"));
        JOBS.calls.clear();

        assertThat(shell.run("list")).isEqualTo(ExitStatus.CALL);
        assertThat(shell.err).contains("there is no password");
        assertThat(JOBS.calls).isEmpty();
    }

    private Path kept() {
        return folder.resolve("profile.login");
    }
}
