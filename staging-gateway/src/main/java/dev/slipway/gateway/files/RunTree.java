package dev.slipway.gateway.files;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The files of a folder of the run that a pattern chooses. Links are not followed. */
public final class RunTree {
    private static final int DEEPEST = 40;
    private static final int MOST_LOOKED_AT = 100_000;

    private final Path runFolder;
    private final RunPath folder;
    private final FilePattern pattern;
    private final Map<String, String> kinds = new TreeMap<>();
    private final Map<String, Long> sizes = new HashMap<>();
    private int looked;

    private RunTree(Path runFolder, RunPath folder, FilePattern pattern) {
        this.runFolder = runFolder;
        this.folder = folder;
        this.pattern = pattern;
    }

    /**
     * Returns the paths of the chosen files below the folder, in order, each with its size in bytes.
     *
     * @param most files that a step may move
     * @throws ProblemException FILE_MISSING if no file is chosen, if too many are, or if a chosen entry is no file
     */
    public static Map<String, Long> files(Path runFolder, RunPath folder, FilePattern pattern, int most)
            throws IOException {
        RunTree tree = new RunTree(runFolder, folder, pattern);
        tree.walk("", 0);
        List<String> chosen = pattern.chosen(new ArrayList<>(tree.kinds.keySet()));
        for (String path : chosen) {
            if (!tree.kinds.get(path).isEmpty() || !RunPath.isAllowed(folder + "/" + path)) {
                throw tree.refused(
                        "holds " + (tree.kinds.get(path).isEmpty() ? "a path that is too long" : tree.kinds.get(path))
                                + ": " + path,
                        "Have the program leave regular files there, or choose the others by sw:Ssh/@match.");
            }
        }
        if (chosen.isEmpty() || chosen.size() > most) {
            throw tree.refused(
                    "has " + (chosen.isEmpty() ? "no file" : chosen.size() + " files") + " that fit " + pattern,
                    "One step moves from 1 to " + most + " files; sw:Ssh/@match chooses them.");
        }
        Map<String, Long> files = new LinkedHashMap<>();
        chosen.forEach(path -> files.put(path, tree.sizes.get(path)));
        return files;
    }

    private void walk(String below, int depth) throws IOException {
        try (ParentFolder at = ParentFolder.of(runFolder, new RunPath(folder + "/" + below + "any"), false)) {
            for (String name : at.names(MOST_LOOKED_AT)) {
                if (++looked > MOST_LOOKED_AT) {
                    throw refused("holds more than " + MOST_LOOKED_AT + " files", "Name a folder further down.");
                }
                BasicFileAttributes attributes =
                        at.attributes(name).orElseThrow(() -> new IOException(name + " vanished"));
                if (attributes.isDirectory() && depth < Math.min(DEEPEST, pattern.depth())) {
                    if (!RunPath.isAllowed(folder + "/" + below + name + "/any")) {
                        throw refused(
                                "holds a folder whose name cannot be taken over, or too deep down: " + below + name,
                                "Names have no control characters and no backslash.");
                    }
                    walk(below + name + "/", depth + 1);
                } else if (!attributes.isDirectory() && !name.startsWith(".slipway-")) {
                    kinds.put(below + name, attributes.isRegularFile() ? "" : ParentFolder.kind(attributes));
                    sizes.put(below + name, attributes.size());
                }
            }
        }
    }

    private ProblemException refused(String what, String remedy) {
        return StepProblem.of(ProblemCode.FILE_MISSING, "folder " + folder + " of the run " + what, remedy);
    }
}
