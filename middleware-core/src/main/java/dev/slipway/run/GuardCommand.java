package dev.slipway.run;

import dev.slipway.request.RunLimits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Builds the guard's commands that start and end a run; this class does not touch the machine.
 *
 * @param jobBytes the greatest size of the run folder, and of each file in it
 * @param jobEntries the greatest number of files and folders in the run folder
 */
public record GuardCommand(MpirunSettings settings, RunOrder order, long jobBytes, long jobEntries) {
    /** The largest processor weight that cgroup v2 takes. */
    private static final int MOST_WEIGHT = 10_000;

    /**
     * Returns the guard's command around the run's command. The document's variables go to the guard's standard input:
     * {@link RunCommand#variables}.
     *
     * @param further options of the guard that only runs of this kind have
     */
    List<String> run(RunCommand command, Optional<RunIdentity> identity, List<String> further) {
        List<String> own = new ArrayList<>(group());
        own.addAll(further);
        identity.map(RunIdentity::id)
                .map(id -> Integer.toString(id))
                .ifPresent(id -> own.addAll(List.of("--uid", id, "--gid", id)));
        if (order.request().usersProgram().isPresent()) {
            own.add("--isolated");
        }
        return run(command, order.folder().root(), own);
    }

    /**
     * Returns the guard's command in a batch script of a cluster, where the guard runs as the user of the run and stays
     * until its end. The document's variables go to the guard's standard input, as in {@link #run}.
     *
     * @param munge the socket of munge on the hosts of the cluster; empty for the usual one
     */
    public List<String> batch(RunCommand command, Optional<Path> munge) {
        List<String> own = new ArrayList<>(List.of("--foreground", "--cluster"));
        if (mayRunAgain()) {
            own.add("--again");
        }
        munge.ifPresent(socket -> own.addAll(List.of("--munge", socket.toString())));
        return run(command, order.folder().guard(), own);
    }

    /**
     * Returns the guard's command around the run's command.
     *
     * @param records the folder of the guard's records
     * @param own the options of this kind of run
     */
    private List<String> run(RunCommand command, Path records, List<String> own) {
        Path files = order.folder().files();
        List<String> argv = new ArrayList<>(List.of(
                settings.guard().toString(),
                "run",
                "--folder",
                records.toString(),
                "--stdout",
                order.request().stdout().in(files).toString(),
                "--stderr",
                order.request().stderr().in(files).toString(),
                "--grace",
                Long.toString(settings.grace().toSeconds())));
        argv.addAll(limits());
        argv.addAll(own);
        // In shared temporary folders, files that a run leaves would reach the next run of its identity.
        argv.addAll(List.of("--tmp", order.folder().tmp().getFileName().toString()));
        command.needs().forEach(path -> argv.addAll(List.of("--needs", path.toString())));
        argv.addAll(List.of("--env-stdin", "--chdir", files.toString(), "--"));
        argv.addAll(command.argv());
        return argv;
    }

    /**
     * Returns the launch as recorded in the journal: the guard's limits and the whole command, without paths of the
     * folder.
     */
    public List<String> told(RunCommand command) {
        List<String> argv = new ArrayList<>(List.of(settings.guard().toString(), "run"));
        argv.addAll(limits());
        argv.add("--");
        argv.addAll(command.told());
        return argv;
    }

    private List<String> limits() {
        RunLimits asked = order.request().limits();
        List<String> limits = new ArrayList<>();
        limit(limits, "--wall-time", Optional.of(order.wallTime()));
        limit(limits, "--folder-bytes", Optional.of(jobBytes));
        limit(limits, "--folder-entries", Optional.of(jobEntries));
        limit(limits, "--file-size", Optional.of(jobBytes));
        limit(limits, "--memory", order.memory());
        limit(limits, "--process-memory", asked.processMemory());
        limit(limits, "--processes", asked.processes().map(Integer::longValue));
        return limits;
    }

    private static void limit(List<String> argv, String option, Optional<Long> value) {
        value.ifPresent(most -> argv.addAll(List.of(option, Long.toString(most))));
    }

    /** Returns the options for the run's cgroup. The share of the processors follows from the run's slots. */
    private List<String> group() {
        return settings.cgroup()
                .map(folder -> List.of(
                        "--cgroup",
                        folder.toString(),
                        "--cpu-weight",
                        Integer.toString(Math.min(order.request().processes(), MOST_WEIGHT))))
                .orElse(List.of());
    }

    /** Returns {@code slipway-guard VERB} on the run's folder. */
    List<String> verb(String verb) {
        return verb(verb, order.folder().root());
    }

    /** Returns the command by which the user of a run on a cluster makes sure that the run never starts. */
    public List<String> claim() {
        return verb("kill", order.folder().guard());
    }

    /** Returns whether a later start of the batch job may follow a start that was cut off. */
    public boolean mayRunAgain() {
        return order.request().demand().choice().rerun();
    }

    /** Returns the command by which the user of a run on a cluster keeps later starts of the batch job out. */
    public List<String> close() {
        return verb("close", order.folder().guard());
    }

    private List<String> verb(String verb, Path records) {
        return List.of(settings.guard().toString(), verb, "--folder", records.toString());
    }

    /**
     * Returns the environment of the guard on a cluster, without the document's variables: the run's own names, and the
     * settings of Open MPI that do not depend on the hosts. Open MPI starts its daemon on each other host under a guard
     * of that host.
     *
     * @param munge the socket of munge on the hosts of the cluster; empty for the usual one
     */
    public Map<String, String> batchEnvironment(Optional<Path> munge) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.putAll(names());
        // Another value, which the user may have set, would keep this environment from the daemons that mpirun starts.
        environment.put("SLURM_EXPORT_ENV", "ALL");
        environment.put("OMPI_MCA_hwloc_base_binding_policy", "none");
        environment.put("OMPI_MCA_osc", "^ucx");
        environment.put("OMPI_MCA_orte_launch_agent", String.join(" ", join(munge)));
        order.request()
                .demand()
                .threadsPerProcess()
                .ifPresent(threads -> environment.put("OMP_NUM_THREADS", Integer.toString(threads)));
        return environment;
    }

    /** Returns the command that mpirun of a run over a list of hosts calls in place of ssh. */
    public List<String> reach() {
        return verb("reach");
    }

    private List<String> join(Optional<Path> munge) {
        List<String> argv = new ArrayList<>(List.of(
                settings.guard().toString(),
                "join",
                "--folder",
                order.folder().guard().toString(),
                "--grace",
                Long.toString(settings.grace().toSeconds()),
                "--tmp",
                order.folder().tmp().getFileName().toString()));
        munge.ifPresent(socket -> argv.addAll(List.of("--munge", socket.toString())));
        argv.addAll(List.of("--", "orted"));
        return argv;
    }

    /** Returns the variables by which a program finds its folders and its job. */
    public Map<String, String> names() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("HOME", order.folder().tmp().toString());
        names.put("TMPDIR", order.folder().tmp().toString());
        names.put("SLIPWAY_TOKEN", order.name());
        names.put(
                "SLIPWAY_PROGRESS",
                order.folder().tmp().resolve(RunFolder.PROGRESS).toString());
        return names;
    }

    /**
     * Returns the environment of the guard, without the document's variables. Open MPI runs as root, oversubscribed,
     * unbound, over shared memory, with ranks that yield when idle.
     *
     * @param service the service's own environment, of which only LANG is used
     */
    Map<String, String> environment(Map<String, String> service) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        Optional.ofNullable(service.get("LANG")).ifPresent(lang -> environment.put("LANG", lang));
        environment.putAll(names());
        environment.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        environment.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        environment.put("OMPI_MCA_rmaps_base_oversubscribe", "1");
        environment.put("OMPI_MCA_hwloc_base_binding_policy", "none");
        environment.put("OMPI_MCA_pml", "ob1");
        environment.put("OMPI_MCA_btl", "self,vader");
        // UCX's component for windows sometimes crashes at the end of a rank: open-mpi/ompi issue 10590.
        environment.put("OMPI_MCA_osc", "^ucx");
        environment.put("OMPI_MCA_mpi_yield_when_idle", "1");
        // Segments of killed ranks go with the run folder, even where the run cannot have a /dev/shm of its own.
        environment.put(
                "OMPI_MCA_btl_vader_backing_directory", order.folder().tmp().toString());
        // The run uses one machine, so the daemon of Open MPI listens on loopback alone.
        environment.put("OMPI_MCA_oob_tcp_if_include", "lo");
        return environment;
    }
}
