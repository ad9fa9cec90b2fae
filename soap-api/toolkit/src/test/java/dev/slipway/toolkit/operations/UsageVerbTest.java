package dev.slipway.toolkit.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.Caller;
import dev.slipway.job.JobState;
import dev.slipway.toolkit.RealService;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.usage.UsageColumn;
import dev.slipway.usage.UsageCsv;
import dev.slipway.usage.UsageQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verb for usage against the real desk and database. */
class UsageVerbTest {
    private static final String DOCUMENT = """
            <JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription><Application>
            <p:POSIXApplication xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'>
            <p:Executable>true</p:Executable></p:POSIXApplication></Application></JobDescription></JobDefinition>""";

    @TempDir
    static Path folder;

    private static RealService service;
    private static Shell olga;
    private static Shell ann;
    private static Shell bob;

    @BeforeAll
    static void start() throws Exception {
        service = new RealService(folder);
        service.jobs().release();
        olga = service.shell("olga");
        ann = service.shell("ann");
        bob = service.shell("bob");
        String document = Files.writeString(folder.resolve("job.xml"), DOCUMENT).toString();
        for (Shell user : List.of(ann, ann, bob)) {
            assertThat(user.run("submit", document)).as(user.err).isZero();
            service.jobs().await(user.out.strip(), JobState.CLOSED);
        }
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
    }

    @Test
    void an_operator_gets_everybodys_usage_as_csv_and_a_user_their_own() {
        assertThat(olga.run("usage", "--by", "user,program")).isZero();
        assertThat(olga.out)
                .isEqualTo("user,program,runs,processor_hours,staged_bytes\n"
                        + "ann,true,2,0.0006,0\nbob,true,1,0.0003,0\n");
        assertThat(olga.run("usage", "--by", "program", "--user", "bob")).isZero();
        assertThat(olga.out).isEqualTo("program,runs,processor_hours,staged_bytes\ntrue,1,0.0003,0\n");
        assertThat(bob.run("usage", "--by", "user")).isZero();
        assertThat(bob.out).isEqualTo("user,runs,processor_hours,staged_bytes\nbob,1,0.0003,0\n");
        assertThat(bob.run("usage", "--user", "ann")).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(bob.err).contains("user bob may see only the usage of their own jobs");
    }

    @Test
    void the_csv_is_that_of_the_page_but_for_the_line_ends() {
        assertThat(olga.run("usage")).isZero();
        UsageQuery all =
                new UsageQuery(Optional.empty(), Optional.empty(), Optional.empty(), List.of(UsageColumn.values()));
        Caller operator = new Caller("olga", Set.of(Caller.Role.OPERATOR), "local");
        assertThat(olga.out)
                .isEqualTo(UsageCsv.write(service.jobs().middleware().usage().usage(operator, all))
                        .replace("\r\n", "\n"))
                .containsPattern("ann,,true,20[0-9]{2}-[0-9]{2},2,0.0006,0\n");
    }

    @Test
    void a_time_limits_the_usage_and_a_wrong_one_is_told() {
        assertThat(olga.run("usage", "--from", "1d", "--by", "user")).isZero();
        assertThat(olga.out).contains("ann,2,");
        assertThat(olga.run("usage", "--from", "2020-01-01", "--to", "2020-02-01", "--by", "user"))
                .isZero();
        assertThat(olga.out).isEqualTo("user,runs,processor_hours,staged_bytes\n");
        assertThat(olga.run("usage", "--to", "tomorrow")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.err).contains("--to is not a time: tomorrow");
        assertThat(olga.run("usage", "--by", "weather")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.err).contains("--by", "weather");
    }

    @Test
    void json_has_the_sums_as_numbers() {
        assertThat(olga.run("usage", "--by", "user", "--user", "ann", "--json")).isZero();
        assertThat(olga.out)
                .isEqualTo("{\"sums\":[{\"user\":\"ann\",\"runs\":2,\"processorHours\":0.00060,\"stagedBytes\":0}]}\n");
    }
}
