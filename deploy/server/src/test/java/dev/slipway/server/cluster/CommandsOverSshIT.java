package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipway.gateway.ssh.HostCalls;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.OsAccount;
import dev.slipway.run.slurm.ClusterAnswer;
import dev.slipway.run.slurm.ClusterCall;
import dev.slipway.run.slurm.ClusterCommands;
import dev.slipway.servers.Await;
import dev.slipway.servers.SshServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a login node, as a user that this machine does not know. */
class CommandsOverSshIT extends ClusterCommandsContract {
    @TempDir
    private Path folder;

    private HostCalls calls;

    @BeforeEach
    void open() {
        calls = new HostCalls(new SshLimits(Await.PATIENCE, Duration.ofSeconds(20)));
    }

    @AfterEach
    void close() {
        calls.close();
    }

    private LoginNode node(Path key, Path knownHosts) {
        LoginNode.Address address =
                new LoginNode.Address(bed.slurm().address(1), 22, ClusterBed.BOTH, key, Optional.empty(), knownHosts);
        return new LoginNode("main", address, calls);
    }

    private LoginNode node() {
        return node(bed.slurm().clientKey(), bed.slurm().knownHosts());
    }

    private static ClusterCommands commands(LoginNode node) {
        return new CommandsOverSsh(Clusters.main(Optional.empty()), node);
    }

    @Override
    ClusterCommands commands() {
        return commands(node());
    }

    @Override
    OsAccount account() {
        return new UsersOverSsh(node(), Await.PATIENCE).find(ClusterBed.THERE).orElseThrow();
    }

    private Problem problem(LoginNode node, String user, Duration timeout) {
        ClusterCall call = new ClusterCall(List.of("squeue"), "", new OsAccount(user, 7, 7), timeout);
        ProblemException thrown = catchThrowableOfType(
                ProblemException.class, () -> commands(node).answer(call));
        assertThat(thrown).as("the call fails").isNotNull();
        assertThat(thrown.problem().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
        return thrown.problem();
    }

    @Test
    void users_are_those_of_the_login_node_and_root_by_any_name_is_none() {
        UsersOverSsh users = new UsersOverSsh(node(), Await.PATIENCE);

        assertThat(users.find(ClusterBed.THERE))
                .contains(new OsAccount(ClusterBed.THERE, ClusterBed.THERE_NUMBER, ClusterBed.THERE_NUMBER));
        assertThat(users.find(ClusterBed.ROOT)).isEmpty();
        assertThat(users.find("root")).isEmpty();
        assertThat(users.watcher()).isEqualTo(users.find(ClusterBed.BOTH)).isPresent();
    }

    @Test
    void a_user_cannot_lie_about_the_own_number() throws Exception {
        OsAccount liar = new OsAccount(ClusterBed.LIAR, ClusterBed.LIARS_NUMBER, ClusterBed.LIARS_NUMBER);
        String lie = commands()
                .answer(new ClusterCall(List.of("id", "-u"), "", liar, Await.PATIENCE))
                .out();

        assertThat(lie).isEqualTo("7\n7\n");
        assertThat(new UsersOverSsh(node(), Await.PATIENCE).find(ClusterBed.LIAR))
                .contains(liar);
    }

    @Test
    void clusters_behind_one_address_share_no_login() throws Exception {
        LoginNode.Address one = node().address();
        LoginNode second = new LoginNode("second", one, calls);
        assertThat(answer("squeue").well()).isTrue();
        long before = bed.logins();

        ClusterAnswer answer =
                commands(second).answer(new ClusterCall(List.of("squeue"), "", account(), Await.PATIENCE));

        assertThat(answer.well()).isTrue();
        assertThat(bed.logins()).isEqualTo(before + 1);
        LoginNode.Address otherPort = new LoginNode.Address(
                one.host(), 23, one.watcher(), one.identityFile(), one.passphraseFile(), one.knownHostsFile());
        assertThat(problem(new LoginNode("main", otherPort, calls), ClusterBed.THERE, Await.PATIENCE)
                        .message())
                .contains("cannot be reached");
    }

    @Test
    void commands_of_one_user_log_in_once_and_no_other_user_gets_that_login() throws Exception {
        ClusterCommands commands = commands();
        OsAccount one = account();
        long before = bed.logins();
        for (int i = 0; i < 3; i++) {
            assertThat(answer("squeue").well()).isTrue();
        }
        OsAccount other =
                new UsersOverSsh(node(), Await.PATIENCE).find(ClusterBed.BOTH).orElseThrow();

        String who = commands.answer(new ClusterCall(List.of("id", "-un"), "", other, Await.PATIENCE))
                .out();

        assertThat(who.strip()).isEqualTo(ClusterBed.BOTH).isNotEqualTo(one.name());
        assertThat(bed.logins()).isEqualTo(before + 1);
    }

    @Test
    void a_refused_key_is_an_outage_that_names_the_login_and_the_remedy() throws Exception {
        Path stranger = SshServer.newKey(folder.resolve("stranger"));

        Problem problem = problem(node(stranger, bed.slurm().knownHosts()), ClusterBed.THERE, Await.PATIENCE);

        String login = ClusterBed.THERE + "@" + bed.slurm().address(1) + ":22 of cluster main";
        assertThat(problem.message())
                .isEqualTo("cluster main: host " + login + " refuses the login of " + ClusterBed.THERE);
        assertThat(problem.detail())
                .startsWith("The key in slipway.clusters.main.host.identity-file must log in as " + ClusterBed.THERE);
    }

    @Test
    void a_user_whom_the_login_node_does_not_know_is_refused_there() {
        assertThat(problem(node(), "nobody-knows", Await.PATIENCE).message()).contains("refuses the login of");
    }

    @Test
    void a_host_key_that_nobody_knows_is_an_outage_with_the_remedy() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty"));

        Problem problem = problem(node(bed.slurm().clientKey(), empty), ClusterBed.THERE, Await.PATIENCE);

        assertThat(problem.message()).contains("is not in known_hosts");
        assertThat(problem.detail()).contains("slipway.clusters.main.host.known-hosts-file");
    }

    @Test
    void a_cut_link_is_an_outage_within_the_time_of_a_command_and_is_over_with_the_cut() throws Exception {
        assertThat(answer("squeue").well()).isTrue();
        bed.slurm().cutOutside();
        try {
            Problem kept = problem(node(), ClusterBed.THERE, Duration.ofSeconds(2));
            Problem anew = problem(node(), ClusterBed.LIAR, Duration.ofSeconds(2));

            assertThat(kept.message()).startsWith("cluster main: squeue on host " + ClusterBed.THERE + "@");
            // The login takes longer than the command may, or the machine says before that there is no way to the host.
            assertThat(anew.message()).startsWith("cluster main: ").contains(ClusterBed.LIAR + "@");
        } finally {
            bed.slurm().mendOutside();
        }
        assertThat(answer("squeue").well()).isTrue();
    }

    @Test
    void a_login_node_without_sshd_is_an_outage() {
        LoginNode.Address nobody = new LoginNode.Address(
                bed.slurm().address(1),
                23,
                ClusterBed.BOTH,
                bed.slurm().clientKey(),
                Optional.empty(),
                bed.slurm().knownHosts());

        Problem problem = problem(new LoginNode("main", nobody, calls), ClusterBed.THERE, Await.PATIENCE);

        assertThat(problem.message()).contains("cannot be reached");
        assertThat(problem.detail()).contains("port 23");
    }

    @Test
    void a_command_that_hangs_is_ended_on_the_login_node_even_if_the_link_is_cut() throws Exception {
        assertThat(answer("true").well()).isTrue();
        bed.slurm().freezeController();
        try {
            ClusterCall call = new ClusterCall(List.of("squeue"), "", account(), Duration.ofSeconds(4));
            ProblemException thrown = catchThrowableOfType(ProblemException.class, () -> commands()
                    .answer(call, () -> bed.slurm().cutOutside()));

            assertThat(thrown.problem().code()).isEqualTo(ProblemCode.CLUSTER_AWAY);
            Await.until(
                    "no squeue is left on the login node",
                    () -> !bed.slurm().on(1, "ps", "-e", "-o", "comm=").contains("squeue"));
        } finally {
            bed.slurm().mendOutside();
            bed.slurm().thawController();
        }
        assertThat(answer("squeue").well()).isTrue();
    }
}
