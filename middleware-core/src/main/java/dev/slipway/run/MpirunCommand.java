package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The commands that start and end a run, as words; nothing here touches the machine. */
record MpirunCommand(MpirunSettings settings, RunOrder order) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** {@code mpirun} with the program and its arguments. */
    List<String> mpirun(Path program) {
        LaunchRequest request = order.request();
        List<String> argv = new ArrayList<>();
        argv.add(settings.mpirun());
        argv.add("-n");
        argv.add(Integer.toString(request.processes()));
        for (String name : request.environment().keySet()) {
            argv.add("-x");
            argv.add(name);
        }
        for (String name : List.of("SLIPWAY_PROGRESS", "SLIPWAY_TOKEN")) {
            argv.add("-x");
            argv.add(name);
        }
        argv.add(program.toString());
        argv.addAll(request.arguments());
        return argv;
    }

    /** The guard program around {@link #mpirun}. */
    List<String> guard(Path program) {
        Path files = order.folder().files();
        List<String> argv = new ArrayList<>(List.of(
                settings.guard().toString(),
                "run",
                "--folder",
                order.folder().root().toString(),
                "--stdout",
                order.request().stdout().in(files).toString(),
                "--stderr",
                order.request().stderr().in(files).toString(),
                "--wall-time",
                Long.toString(order.wallTime()),
                "--grace",
                Long.toString(settings.grace().toSeconds())));
        settings.identity()
                .ifPresent(identity -> argv.addAll(List.of(
                        "--uid", Integer.toString(identity.uid()),
                        "--gid", Integer.toString(identity.gid()))));
        argv.addAll(List.of("--chdir", files.toString(), "--"));
        argv.addAll(documentEnvironment());
        argv.addAll(mpirun(program));
        return argv;
    }

    /**
     * The document's variables, set by {@code env} below the guard: the guard itself may be root and must not see them, as
     * LD_PRELOAD among them would be root's. They cannot replace what the run needs.
     */
    private List<String> documentEnvironment() {
        Set<String> ours = environment(Map.of()).keySet();
        List<String> words = new ArrayList<>(List.of("/usr/bin/env"));
        order.request().environment().forEach((name, value) -> {
            if (!NAME.matcher(name).matches()) {
                throw new ProblemException(Problem.of(
                        ProblemCode.DOCUMENT_INVALID,
                        "not a name of an environment variable: " + name.replaceAll("\\p{Cntrl}", "?")));
            }
            if (!ours.contains(name)) {
                words.add(name + "=" + value);
            }
        });
        return words.size() == 1 ? List.of() : words;
    }

    /** {@code slipway-guard VERB} on the run's folder. */
    List<String> guardVerb(String verb) {
        return List.of(
                settings.guard().toString(),
                verb,
                "--folder",
                order.folder().root().toString());
    }

    /**
     * The environment of the guard, without the document's variables: Open MPI as root, oversubscribed, unbound, over shared memory,
     * ranks that give way when idle.
     *
     * @param service the service's own environment; only PATH and LANG are taken from it
     */
    Map<String, String> environment(Map<String, String> service) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", service.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin"));
        Optional.ofNullable(service.get("LANG")).ifPresent(lang -> environment.put("LANG", lang));
        environment.put("HOME", order.folder().tmp().toString());
        environment.put("TMPDIR", order.folder().tmp().toString());
        environment.put("SLIPWAY_TOKEN", order.name());
        environment.put(
                "SLIPWAY_PROGRESS",
                order.folder().tmp().resolve(RunFolder.PROGRESS).toString());
        environment.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        environment.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        environment.put("OMPI_MCA_rmaps_base_oversubscribe", "1");
        environment.put("OMPI_MCA_hwloc_base_binding_policy", "none");
        environment.put("OMPI_MCA_pml", "ob1");
        environment.put("OMPI_MCA_btl", "self,vader");
        environment.put("OMPI_MCA_mpi_yield_when_idle", "1");
        return environment;
    }
}
