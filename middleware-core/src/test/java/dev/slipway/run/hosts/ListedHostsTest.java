package dev.slipway.run.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.HostList;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunHost;
import dev.slipway.run.ServiceIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ListedHostsTest {
    private static final RunHost A = new RunHost("a", 2);
    private static final RunHost B = new RunHost("b", 2);
    private static final RunFolder FOLDER = new RunFolder(Path.of("/scratch/run"));
    private static final String SOUND = "0 0 " + ServiceIdentity.number() + " ";

    private final Map<String, HostCommands.Answer> answers = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private long nanos;
    private final ListedHosts hosts = new ListedHosts(
            List.of(HostSlotsTest.list("lab", A, B)),
            this::answer,
            new MpirunSettings(
                    Path.of("/guard"), "mpirun", List.of(Path.of("/bin")), Optional.empty(), Duration.ofSeconds(5), ""),
            () -> nanos);

    private HostCommands.Answer answer(HostList list, String host, List<String> argv, Duration timeout) {
        asked.add(host);
        return Optional.ofNullable(answers.get(host))
                .orElseThrow(() -> new ProblemException(Problem.of(ProblemCode.HOST_UNREACHABLE, "no route")));
    }

    private void says(String host, String words) {
        answers.put(host, new HostCommands.Answer(0, words + "\n", ""));
    }

    private Problem refusal(RunHost host) {
        return catchThrowableOfType(ProblemException.class, () -> hosts.check("lab", host, FOLDER))
                .problem();
    }

    @Test
    void tells_the_name_that_a_host_gives_itself() throws Exception {
        says("a", SOUND + "node-a");

        assertThat(hosts.check("lab", A, FOLDER)).isEqualTo("node-a");
        assertThat(hosts.isUp("a")).isTrue();
    }

    @Test
    void says_what_a_host_lacks() {
        says("a", "1 1 77 node-a");

        Problem problem = refusal(A);

        assertThat(problem.code()).isEqualTo(ProblemCode.RUN_HOST_AWAY);
        assertThat(problem.message())
                .isEqualTo(
                        "host a has no guard program at /guard; it does not see the run folder /scratch/run, or cannot"
                                + " write there; it lets the service in as user 77, and the service is user "
                                + ServiceIdentity.number());
    }

    @Test
    void refuses_one_machine_under_two_names() throws Exception {
        says("a", SOUND + "same");
        says("b", SOUND + "same");
        hosts.check("lab", A, FOLDER);

        assertThat(refusal(B).message()).contains("host b calls itself same, as host a does");
        assertThat(hosts.isUp("b")).isFalse();
        assertThat(hosts.isUp("a")).isTrue();
    }

    @Test
    void leaves_a_host_that_is_away_alone_for_a_growing_time() throws Exception {
        assertThat(refusal(A).message()).isEqualTo("host a does not answer: no route");
        assertThat(refusal(A).message()).isEqualTo("host a does not answer: no route");
        assertThat(asked).hasSize(1);
        assertThat(hosts.away("lab")).hasSize(1);

        nanos += Duration.ofSeconds(2).toNanos();
        assertThat(hosts.isUp("a")).isTrue();
        refusal(A);
        assertThat(asked).hasSize(2);
        nanos += Duration.ofSeconds(3).toNanos();
        assertThat(hosts.isUp("a")).isFalse();
        nanos += Duration.ofSeconds(1).toNanos();

        says("a", SOUND + "node-a");
        hosts.check("lab", A, FOLDER);
        assertThat(hosts.away("lab")).isEmpty();
    }

    @Test
    void an_end_is_proven_only_by_a_kill_that_ends_well() throws Exception {
        answers.put("a", new HostCommands.Answer(4, "", "a process is left"));
        Problem left = catchThrowableOfType(ProblemException.class, () -> hosts.end("lab", A, FOLDER))
                .problem();
        assertThat(left.code()).isEqualTo(ProblemCode.RUN_HOST_ENDING);
        assertThat(left.message()).contains("host a may have a process of the run left");
        assertThat(left.detail()).isEqualTo("a process is left");

        Problem away = catchThrowableOfType(ProblemException.class, () -> hosts.end("lab", B, FOLDER))
                .problem();
        assertThat(away.code()).isEqualTo(ProblemCode.RUN_HOST_ENDING);
        assertThat(away.message()).isEqualTo("host b does not answer: no route");

        says("a", "");
        hosts.end("lab", A, FOLDER);
    }

    @Test
    void names_the_setting_of_a_host_that_no_list_has_any_more() {
        Problem gone = catchThrowableOfType(
                        ProblemException.class, () -> hosts.end("lab", new RunHost("gone", 1), FOLDER))
                .problem();

        assertThat(gone.message()).contains("host gone", "slipway.partitions.lab.hosts");
        assertThat(asked).isEmpty();
    }
}
