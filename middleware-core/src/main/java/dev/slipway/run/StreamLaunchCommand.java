package dev.slipway.run;

import dev.slipway.request.StreamApplication;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command of the stream launcher, with the graph of a job's stream application, which lies in the run's own
 * temporary folder.
 *
 * @param settings the settings of launcher and mpirun
 * @param programs the programs of the kernels that have one, by the kernels' names
 */
record StreamLaunchCommand(
        MpirunSettings settings, StreamApplication application, Map<String, Path> programs, RunFolder folder)
        implements RunCommand {
    /** Name of the graph in the folder of temporary files. */
    static final String GRAPH = "graph.xml";

    @Override
    public List<String> argv() {
        return words(folder.tmp().resolve(RunFolder.PROGRESS), folder.tmp().resolve(GRAPH));
    }

    @Override
    public List<String> told() {
        return words(Path.of(RunFolder.PROGRESS), Path.of(GRAPH));
    }

    private List<String> words(Path progress, Path graph) {
        return List.of(
                settings.streamLauncher().toString(),
                "--mpirun",
                settings.mpirun(),
                "--report",
                progress.toString(),
                graph.toString());
    }

    @Override
    public List<Path> needs() {
        List<Path> needs = new ArrayList<>(programs.values());
        needs.add(settings.streamLauncher());
        // A name without a folder is searched in system folders, which the isolation of a run leaves visible.
        if (settings.mpirun().contains("/")) {
            needs.add(Path.of(settings.mpirun()));
        }
        return needs.stream().distinct().toList();
    }

    /** Returns no variables, because the graph has those of each kernel. */
    @Override
    public byte[] variables() {
        return new byte[0];
    }

    @Override
    public Map<String, byte[]> files() {
        return Map.of(GRAPH, GraphText.of(application, programs));
    }
}
