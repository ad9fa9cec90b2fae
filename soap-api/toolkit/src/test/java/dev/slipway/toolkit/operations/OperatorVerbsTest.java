package dev.slipway.toolkit.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.toolkit.RealService;
import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the verbs for partitions and places against the real desk and database. */
class OperatorVerbsTest {
    private static final Place HOST = new Place.Host("market-data");

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
    void a_partition_is_listed_drained_and_resumed() {
        assertThat(olga.run("partition", "list")).isZero();
        assertThat(olga.out)
                .containsPattern("PARTITION +SLOTS +TAKEN +RUNS +READY +HELD +COMING +STATE\n")
                .containsPattern("local +1 +0 +0 +0 +0 +0 +open\n");

        assertThat(olga.run("partition", "drain", "local", "--reason", "new nodes"))
                .isZero();
        assertThat(olga.out).isEmpty();
        assertThat(olga.err)
                .isEqualTo("slipway: the drain of partition local holds until `slipway partition resume`\n");
        assertThat(olga.run("partition", "list")).isZero();
        assertThat(olga.out).containsPattern("local .* drained by olga since 20.*Z \\(new nodes\\)\n");
        assertThat(olga.run("partition", "resume", "local", "--json")).isZero();
        assertThat(olga.out).isEqualTo("{\"partition\":\"local\"}\n");
        assertThat(olga.run("partition", "list", "--json")).isZero();
        assertThat(olga.out)
                .isEqualTo("{\"partitions\":[{\"name\":\"local\",\"slots\":1,\"taken\":0,\"runs\":0,\"ready\":0,"
                        + "\"held\":0,\"coming\":0}]}\n");
    }

    @Test
    void all_partitions_are_drained_only_by_a_call_that_says_so() {
        assertThat(olga.run("partition", "drain")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.err).contains("no partition is named", "Give one NAME, or --all.");
        assertThat(olga.run("partition", "drain", "local", "--all")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.err).contains("there is a NAME beside --all");

        assertThat(olga.run("partition", "drain", "--all")).isZero();
        assertThat(olga.run("partition", "list")).isZero();
        assertThat(olga.out).containsPattern("local .* open\n");
        assertThat(olga.err).containsPattern("all partitions are drained by olga since 20");
        assertThat(olga.run("partition", "resume", "--all")).isZero();
        assertThat(olga.run("partition", "list")).isZero();
        assertThat(olga.err).isEmpty();
    }

    @Test
    void a_place_is_paused_and_resumed() {
        assertThat(olga.run("place", "pause", "source:risk", "--reason", "reload"))
                .isZero();
        assertThat(olga.run("place", "list")).isZero();
        assertThat(olga.out)
                .containsPattern("PLACE +ANSWER +SINCE +TOOK +MEDIAN +JOBS WAITING +REMARK\n")
                .containsPattern("source:risk +none +0 +paused by olga since 20.*Z \\(reload\\)\n");
        assertThat(olga.run("place", "resume", "source:risk")).isZero();
        assertThat(olga.err).isEqualTo("slipway: the pause of source:risk has ended\n");
        assertThat(olga.run("place", "list")).isZero();
        assertThat(olga.out).doesNotContain("paused");
    }

    @Test
    void a_check_waits_for_the_answer_and_its_exit_status_tells_what_came() {
        List<Duration> waits = new ArrayList<>();
        olga.delay = time -> {
            waits.add(time);
            Thread.onSpinWait();
        };
        service.jobs().takeAway(HOST, Problem.of(ProblemCode.HOST_UNREACHABLE, "host market-data cannot be reached"));
        assertThat(olga.run("place", "check", "host:market-data")).isEqualTo(ExitStatus.OUTAGE);
        assertThat(olga.out).isEmpty();
        assertThat(olga.err).contains("host market-data cannot be reached", "[ssh.unreachable]");
        assertThat(olga.run("place", "list")).isZero();
        assertThat(olga.out)
                .containsPattern("host:market-data +away +20.*Z +[0-9.]+ ms +0 +host market-data cannot be reached\n");

        service.jobs().bringBack(HOST);
        assertThat(olga.run("place", "check", "host:market-data")).isZero();
        assertThat(olga.out).containsPattern("^host:market-data lets the service in, within [0-9.]+ ms\n$");
        assertThat(olga.run("place", "list")).isZero();
        assertThat(olga.out)
                .containsPattern("host:market-data +well +20.*Z +[0-9.]+ ms +[0-9.]+ ms +0"
                        + " +last failed 20.*Z: host market-data cannot be reached\n");
        assertThat(olga.run("place", "check", "host:market-data", "--json")).isZero();
        assertThat(olga.out)
                .startsWith("{\"name\":\"host:market-data\",\"configured\":true,\"answer\":\"WELL\"")
                .containsPattern("\"medianLatencySeconds\":[0-9.E-]+,\"waiting\":0,\"checks\":\\[\\{")
                .contains("\"code\":\"ssh.unreachable\"");
        assertThat(waits).allMatch(Duration.ofMillis(200)::equals);
    }

    @Test
    void users_are_refused_and_what_is_not_there_is_told() {
        assertThat(ann.run("place", "list")).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(ann.run("partition", "drain", "local")).isEqualTo(ExitStatus.NOT_ALLOWED);
        assertThat(ann.err).contains("user ann may not operate the service", "[access.not-authorised]");
        assertThat(olga.run("partition", "drain", "moon")).isEqualTo(ExitStatus.UNKNOWN);
        assertThat(olga.err).contains("there is no partition moon");
        assertThat(olga.run("place", "check", "host:moon")).isEqualTo(ExitStatus.UNKNOWN);
        assertThat(olga.err).contains("there is no host moon");
        assertThat(olga.run("place", "check", "moon")).isEqualTo(ExitStatus.CALL);
        assertThat(olga.err).contains("this names no place: moon");
    }
}
