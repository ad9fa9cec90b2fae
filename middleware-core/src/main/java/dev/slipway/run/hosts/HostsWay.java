package dev.slipway.run.hosts;

import dev.slipway.request.MpiFlavour;
import dev.slipway.run.GuardCommand;
import dev.slipway.run.GuardedWay;
import dev.slipway.run.HostList;
import dev.slipway.run.RunCommand;
import dev.slipway.run.RunCommands;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunHost;
import dev.slipway.run.RunOrder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Starts mpirun on this machine, under a guard that reaches the hosts of the run by ssh. The files that mpirun and the
 * guard read lie in the root of the run folder, where the run cannot change them.
 *
 * @param list returns the list of a run's partition
 */
record HostsWay(RunCommands commands, Function<RunOrder, HostList> list) implements GuardedWay {
    /** The hosts of the run with their slots, for Open MPI; the guard takes the first word of each line for a host. */
    static final String OPEN_MPI_HOSTS = "hosts.list";

    static final String MPICH_HOSTS = "hosts.mpich";
    static final String SSH = "ssh.config";

    @Override
    public RunCommand command(RunOrder order) {
        return commands.overHosts(order, list.apply(order).mpich());
    }

    @Override
    public List<String> options(RunOrder order) {
        RunFolder folder = order.folder();
        return List.of(
                "--cluster",
                "--ssh",
                folder.root().resolve(SSH).toString(),
                "--hide",
                list.apply(order).login().identityFile().getParent().toString(),
                "--hosts",
                folder.root().resolve(OPEN_MPI_HOSTS).toString());
    }

    @Override
    public Map<String, String> environment(GuardCommand guard) {
        RunOrder order = guard.order();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.putAll(guard.names());
        if (order.request().demand().flavour() == MpiFlavour.MPICH) {
            mpich(guard, environment);
        } else {
            openMpi(guard, environment);
        }
        return environment;
    }

    private void openMpi(GuardCommand guard, Map<String, String> environment) {
        RunOrder order = guard.order();
        environment.put("OMPI_MCA_orte_default_hostfile", path(order, OPEN_MPI_HOSTS));
        environment.put("OMPI_MCA_plm_rsh_agent", String.join(" ", guard.reach()));
        // mpirun on this machine starts each daemon, because only this machine can reach the hosts.
        environment.put("OMPI_MCA_plm_rsh_no_tree_spawn", "1");
        // The daemons stay below the guards of their hosts, which would end processes in the background.
        environment.put("OMPI_MCA_orte_leave_session_attached", "1");
        environment.put("OMPI_MCA_orte_tmpdir_base", "/tmp");
        // mpirun and its daemons notice within seconds that a link is cut.
        environment.put("OMPI_MCA_oob_tcp_keepalive_time", "5");
        environment.put("OMPI_MCA_oob_tcp_keepalive_intvl", "2");
        environment.put("OMPI_MCA_oob_tcp_keepalive_probes", "3");
        environment.put("OMPI_MCA_hwloc_base_binding_policy", "none");
        environment.put("OMPI_MCA_osc", "^ucx");
        // The operator may give a host more slots than it has processors.
        environment.put("OMPI_MCA_mpi_yield_when_idle", "1");
        list.apply(order).network().ifPresent(network -> {
            environment.put("OMPI_MCA_oob_tcp_if_include", network);
            environment.put("OMPI_MCA_btl_tcp_if_include", network);
        });
    }

    /** The words of HYDRA_LAUNCHER_EXTRA_ARGS come before the host only with the launcher "rsh". */
    private void mpich(GuardCommand guard, Map<String, String> environment) {
        RunOrder order = guard.order();
        List<String> reach = guard.reach();
        environment.put("HYDRA_HOST_FILE", path(order, MPICH_HOSTS));
        environment.put("HYDRA_LAUNCHER", "rsh");
        environment.put("HYDRA_LAUNCHER_EXEC", reach.get(0));
        environment.put("HYDRA_LAUNCHER_EXTRA_ARGS", String.join(" ", reach.subList(1, reach.size())));
        list.apply(order).network().flatMap(LocalCard::in).ifPresent(card -> environment.put("HYDRA_IFACE", card));
    }

    private static String path(RunOrder order, String name) {
        return order.folder().root().resolve(name).toString();
    }

    /** Returns the files that mpirun and the guard read in the root of the run folder, by their names. */
    Map<String, String> files(RunOrder order, List<RunHost> hosts) {
        return Map.of(
                OPEN_MPI_HOSTS,
                lines(hosts, host -> host.name() + " slots=" + host.slots()),
                MPICH_HOSTS,
                lines(hosts, host -> host.name() + ":" + host.slots()),
                SSH,
                ssh(list.apply(order).login()));
    }

    private static String lines(List<RunHost> hosts, Function<RunHost, String> line) {
        return hosts.stream().map(host -> line.apply(host) + "\n").collect(Collectors.joining());
    }

    private static String ssh(HostList.Login login) {
        return String.join(
                "\n",
                "User " + login.user(),
                "Port " + login.port(),
                "IdentityFile " + quoted(login.identityFile()),
                "IdentitiesOnly yes",
                "UserKnownHostsFile " + quoted(login.knownHostsFile()),
                "GlobalKnownHostsFile /dev/null",
                "StrictHostKeyChecking yes",
                "ConnectTimeout 10",
                "ServerAliveInterval 5",
                "ServerAliveCountMax 3",
                "");
    }

    private static String quoted(Path path) {
        return '"' + path.toString() + '"';
    }
}
