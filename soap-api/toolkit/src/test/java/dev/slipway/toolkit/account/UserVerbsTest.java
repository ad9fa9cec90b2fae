package dev.slipway.toolkit.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.ProblemCode;
import dev.slipway.toolkit.RealService;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verbs for users against the real desk and database. */
class UserVerbsTest {
    private static final String STAGING = """
            <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix" xmlns:s="urn:slipway:jsdl:1">
              <jsdl:JobDescription><jsdl:Application><posix:POSIXApplication>
                <posix:Executable>true</posix:Executable>
              </posix:POSIXApplication></jsdl:Application>
              <jsdl:DataStaging name="curve"><jsdl:FileName>curve.csv</jsdl:FileName>
                <jsdl:CreationFlag>overwrite</jsdl:CreationFlag>
                <jsdl:Source><jsdl:URI>sftp://market-data/usd.csv</jsdl:URI></jsdl:Source></jsdl:DataStaging>
              </jsdl:JobDescription>
            </jsdl:JobDefinition>
            """;

    @TempDir
    static Path folder;

    private static RealService service;
    private static Shell olga;
    private static Shell ann;

    @BeforeAll
    static void start() throws Exception {
        service = new RealService(folder);
        olga = service.shell("olga");
        ann = service.shell("ann");
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
    }

    @Test
    void a_user_is_made_gets_rights_and_loses_them() throws Exception {
        assertThat(olga.run("user", "add", "cara", "--password-file", secret("cara")))
                .isZero();
        assertThat(olga.out).isEmpty();
        assertThat(olga.err).isEqualTo("slipway: user cara is made\n");
        assertThat(olga.run("user", "grant", "cara", "--role", "auditor", "--source", "risk", "--host", "md1"))
                .isZero();
        assertThat(olga.err)
                .isEqualTo("slipway: user cara has it\n"
                        + "slipway: the service has no host:md1 now: mend a slip by `slipway user revoke`,"
                        + " or configure it\n");
        assertThat(olga.run("user", "revoke", "cara", "--role", "user", "--host", "md1"))
                .isZero();
        assertThat(olga.run("user", "grant", "cara", "--site", "rates", "--folder", "shared"))
                .isZero();
        assertThat(olga.err).contains("no folder:shared").contains("site:rates");
        assertThat(olga.run("user", "revoke", "cara", "--site", "rates", "--folder", "shared"))
                .isZero();

        assertThat(olga.run("user", "list")).isZero();
        assertThat(olga.out).containsPattern("cara +auditor +source:risk\n");
        assertThat(olga.run("user", "list", "--json")).isZero();
        assertThat(olga.out)
                .startsWith("{\"users\":[")
                .contains("{\"name\":\"cara\",\"roles\":[\"AUDITOR\"],\"grants\":[\"source:risk\"]}");
    }

    @Test
    void reading_a_source_and_storing_in_it_are_granted_apart() throws Exception {
        assertThat(olga.run("user", "add", "dan", "--source", "risk", "--password-file", secret("dan")))
                .isZero();
        assertThat(olga.run("user", "list")).isZero();
        assertThat(olga.out).containsPattern("dan +user +source:risk\n");
        assertThat(olga.run("user", "grant", "dan", "--store", "risk")).isZero();
        assertThat(olga.run("user", "revoke", "dan", "--store", "risk")).isZero();
        assertThat(olga.run("user", "list")).isZero();
        assertThat(olga.out).containsPattern("dan +user +source:risk\n");
        assertThat(olga.run("user", "grant", "dan", "--store", "risk")).isZero();
        assertThat(olga.run("user", "revoke", "dan", "--source", "risk")).isZero();
        assertThat(olga.run("user", "list")).isZero();
        assertThat(olga.out).containsPattern("dan +user +-\n");
    }

    @Test
    void a_job_is_refused_until_its_source_is_granted() throws Exception {
        assertThat(olga.run("user", "add", "ann", "--password-file", secret("ann")))
                .isZero();
        Path document = Files.writeString(folder.resolve("staging.xml"), STAGING);

        assertThat(ann.run("submit", document.toString())).isEqualTo(ProblemCode.NOT_GRANTED.exitStatus());
        assertThat(ann.err)
                .contains(
                        "[access.not-granted]",
                        "names host market-data, which is not granted to user ann",
                        "slipway user grant");
        assertThat(olga.run("user", "grant", "ann", "--host", "market-data")).isZero();
        assertThat(ann.run("submit", document.toString())).isZero();
    }

    @Test
    void only_operators_may_and_the_service_says_why_not() throws Exception {
        assertThat(ann.run("user", "add", "eve", "--password-file", secret("eve")))
                .isEqualTo(ProblemCode.NOT_AUTHORISED.exitStatus());
        assertThat(ann.err).contains("[access.not-authorised]");
        assertThat(olga.run("user", "grant", "nobody", "--all")).isEqualTo(ProblemCode.USER_UNKNOWN.exitStatus());
        assertThat(olga.err).contains("[user.unknown]");
        assertThat(olga.run("user", "add", "no name", "--password-file", secret("eve")))
                .isEqualTo(ProblemCode.USER_INVALID.exitStatus());
        assertThat(olga.err).contains("[user.invalid]");
        assertThat(olga.run("user", "passwd", "olga", "--password-file", secret("olga")))
                .as("her own password goes along; she has no account in this store")
                .isEqualTo(ProblemCode.USER_UNKNOWN.exitStatus());
        assertThat(olga.err).contains("[user.unknown]");
    }

    @Test
    void a_password_comes_from_a_file_or_the_terminal_and_never_from_the_command_line() {
        assertThat(olga.run("user", "add", "dora")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.err).contains("there is no new password", "--password-file");
        assertThat(olga.run("user", "add", "dora", "--password", "a long password"))
                .isEqualTo(ExitStatus.CALL);
        assertThat(olga.run("user", "grant", "dora")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.run("user", "grant", "dora", "--role", "king")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.err).contains("there is no role king");
    }

    private static String secret(String user) throws Exception {
        Path file = Files.writeString(folder.resolve(user + ".new"), "the password of " + user + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file.toString();
    }
}
