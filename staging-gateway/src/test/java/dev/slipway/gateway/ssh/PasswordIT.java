package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Credential;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.secret.SecretUse;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.PasswordSshServer;
import dev.slipway.servers.PasswordSshServer.Way;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests logins by the users and sealed passwords of documents, at a real server. */
@Timeout(300)
class PasswordIT {
    private static final String PASSWORD = "canary-p\u00e4ssword";
    private static final Credential LOADER = new Credential("loader", "sealed");

    @TempDir
    private Path folder;

    private final Safe safe = new Safe();
    private PasswordSshServer server;

    /** Opens one password, and remembers each use and the bytes handed out. */
    private static final class Safe implements Secrets {
        private final List<SecretUse> uses = new ArrayList<>();
        private final List<byte[]> given = new ArrayList<>();
        private String password = PASSWORD;

        @Override
        public byte[] open(String sealed, SecretUse use) {
            uses.add(use);
            if (password.isEmpty()) {
                throw new ProblemException(Problem.of(ProblemCode.SECRET_INVALID, "the sealed password is over"));
            }
            given.add(password.getBytes(StandardCharsets.UTF_8));
            return given.get(given.size() - 1);
        }
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private GatewayTestBed bed(Way way) throws Exception {
        server = PasswordSshServer.start(folder.resolve("server"), way, "loader", PASSWORD);
        return bed(server.knownHosts(), true);
    }

    private GatewayTestBed bed(Path knownHosts, boolean open) throws Exception {
        SshHost host = new SshHost(
                "md1",
                "127.0.0.1",
                server.port(),
                "slipway",
                new SshHost.Login.Key(folder.resolve("no-key"), Optional.empty()),
                knownHosts,
                open,
                "/in");
        Files.createDirectories(server.files().resolve("in"));
        return GatewayTestBed.on(List.of(host), safe, folder, GatewayLimits.STANDARD);
    }

    private static SshFetch fetch(Credential credential) {
        return new SshFetch(
                new StepHead.In("curve", 1, new RunPath("curve.csv")),
                "md1",
                "/curve.csv",
                Optional.of(credential),
                Optional.empty(),
                false);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void fetches_and_delivers_as_the_user_of_the_document(Way way) throws Exception {
        try (GatewayTestBed bed = bed(way)) {
            Files.writeString(server.files().resolve("in/curve.csv"), "a,b\n1,2\n");

            bed.move(fetch(LOADER));
            bed.move(new SshDeliver(
                    new StepHead.Out("back", 1, new RunPath("curve.csv"), false),
                    "md1",
                    "/back.csv",
                    Optional.of(LOADER),
                    Optional.empty(),
                    false));

            assertThat(bed.text("curve.csv")).isEqualTo("a,b\n1,2\n");
            assertThat(server.files().resolve("in/back.csv")).hasContent("a,b\n1,2\n");
            assertThat(server.attempts())
                    .as("no step has the session of another")
                    .hasSizeGreaterThan(1)
                    .containsOnly("loader");
        }
    }

    @Test
    void opens_the_password_for_owner_host_and_user_when_it_connects_and_overwrites_it() throws Exception {
        try (GatewayTestBed bed = bed(Way.PASSWORD)) {
            Files.writeString(server.files().resolve("in/curve.csv"), "a,b\n1,2\n");
            assertThat(safe.uses).isEmpty();

            bed.move(fetch(LOADER));

            assertThat(safe.uses).containsExactly(new SecretUse(GatewayTestBed.OWNER, "md1", "loader"));
            assertThat(safe.given).allSatisfy(bytes -> assertThat(bytes).containsOnly(0));
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void tells_a_wrong_password_from_a_host_that_is_away_and_tries_no_key(Way way) throws Exception {
        try (GatewayTestBed bed = bed(way)) {
            safe.password = "canary-wrong";

            Problem problem = bed.problemOf(fetch(LOADER));

            assertThat(problem.code()).isEqualTo(ProblemCode.CREDENTIAL_REFUSED);
            assertThat(problem.message()).isEqualTo("host md1 refuses the login of loader");
            assertThat(problem.toString()).doesNotContain("canary");
            assertThat(server.attempts()).isNotEmpty().containsOnly("loader");
        }
    }

    @Test
    void shows_a_host_with_another_key_no_password() throws Exception {
        try (GatewayTestBed first = bed(Way.PASSWORD);
                PasswordSshServer other =
                        PasswordSshServer.start(folder.resolve("other"), Way.PASSWORD, "loader", PASSWORD)) {
            Path wrong = Files.writeString(
                    folder.resolve("wrong"),
                    Files.readString(other.knownHosts()).replace("]:" + other.port(), "]:" + server.port()));
            try (GatewayTestBed bed = bed(wrong, true)) {
                assertThat(bed.problemOf(fetch(LOADER)).code()).isEqualTo(ProblemCode.HOST_KEY);
            }
            assertThat(server.attempts()).isEmpty();
            assertThat(first.names()).isEmpty();
        }
    }

    @Test
    void a_host_that_takes_no_users_of_documents_sees_none_and_the_password_stays_shut() throws Exception {
        bed(Way.PASSWORD).close();
        try (GatewayTestBed bed = bed(server.knownHosts(), false)) {
            StagingStep step = fetch(LOADER);

            assertThat(bed.gateway.obstacle(step, GatewayTestBed.OWNER).map(Problem::code))
                    .contains(ProblemCode.CREDENTIAL_CLOSED);
            assertThat(bed.problemOf(step).code()).isEqualTo(ProblemCode.CREDENTIAL_CLOSED);
        }
        assertThat(server.attempts()).isEmpty();
        assertThat(safe.uses).isEmpty();
    }

    @Test
    void finds_before_any_connection_what_can_never_log_in() throws Exception {
        try (GatewayTestBed bed = bed(Way.PASSWORD)) {
            SshFetch elsewhere = new SshFetch(
                    new StepHead.In("curve", 1, new RunPath("curve.csv")),
                    "evil.example.org",
                    "/curve.csv",
                    Optional.of(LOADER),
                    Optional.empty(),
                    false);

            assertThat(bed.gateway.obstacle(fetch(LOADER), "ann")).isEmpty();
            assertThat(safe.uses).containsExactly(new SecretUse("ann", "md1", "loader"));
            assertThat(safe.given).allSatisfy(bytes -> assertThat(bytes).containsOnly(0));
            assertThat(bed.gateway.obstacle(elsewhere, "ann").map(Problem::code))
                    .contains(ProblemCode.SOURCE_UNKNOWN);
            safe.password = "";
            assertThat(bed.gateway.obstacle(fetch(LOADER), "ann").map(Problem::code))
                    .contains(ProblemCode.SECRET_INVALID);
            assertThat(bed.problemOf(fetch(LOADER)).code()).isEqualTo(ProblemCode.SECRET_INVALID);
        }
        assertThat(server.attempts()).isEmpty();
    }

    /** Returns a gateway that logs in as the operator's own user, by the password in this file. */
    private GatewayTestBed operators(Way way, Path file) throws Exception {
        bed(way).close();
        Files.writeString(server.files().resolve("in/curve.csv"), "a,b\n1,2\n");
        SshHost host = new SshHost(
                "md1",
                "127.0.0.1",
                server.port(),
                "loader",
                new SshHost.Login.Password(file),
                server.knownHosts(),
                false,
                "/in");
        return GatewayTestBed.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    private static SshFetch fetch(String file) {
        return new SshFetch(new StepHead.In("curve", 1, new RunPath(file)), "md1", "/curve.csv");
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void the_operators_user_logs_in_by_a_password_and_its_session_serves_the_next_step(Way way) throws Exception {
        Path file = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
        try (GatewayTestBed bed = operators(way, file)) {
            bed.move(fetch("first.csv"));
            int logins = server.attempts().size();
            bed.move(fetch("second.csv"));

            assertThat(bed.text("second.csv")).isEqualTo("a,b\n1,2\n");
            assertThat(server.attempts()).hasSize(logins).containsOnly("loader");
            assertThat(bed.gateway.probe(new Place.Host("md1"))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void a_password_of_the_operators_that_is_wrong_or_missing_is_told_as_such_and_never_shown(Way way)
            throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "canary-wrong\n");
        try (GatewayTestBed bed = operators(way, file)) {
            Problem wrong = bed.problemOf(fetch("in.csv"));
            assertThat(wrong.code()).isEqualTo(ProblemCode.HOST_LOGIN);
            assertThat(wrong.message()).isEqualTo("host md1 refuses the login of loader");
            assertThat(wrong.toString()).doesNotContain("canary");
            Files.delete(file);
            Problem missing = bed.problemOf(fetch("in.csv"));
            assertThat(missing.code()).isEqualTo(ProblemCode.HOST_LOGIN);
            assertThat(missing.message()).isEqualTo("the password file of host md1 cannot be read");
        }
    }
}
