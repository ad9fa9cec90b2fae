package dev.slipway.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that ARCHITECTURE.md lists the present folders of each module. The first line of a list is a path that ends in
 * a slash.
 */
class ListedFoldersTest {
    private static final Path ROOT = Path.of(System.getProperty("slipway.root"));

    @Test
    void each_listed_tree_equals_its_folders() throws IOException {
        Map<String, TreeSet<String>> listed = listed();
        assertThat(listed).hasSizeGreaterThanOrEqualTo(7);
        for (Map.Entry<String, TreeSet<String>> list : listed.entrySet()) {
            assertThat(list.getValue()).as("the folders of %s", list.getKey()).isEqualTo(folders(list.getKey()));
        }
    }

    private static Map<String, TreeSet<String>> listed() throws IOException {
        Map<String, TreeSet<String>> trees = new TreeMap<>();
        TreeSet<String> tree = new TreeSet<>();
        for (String line : Files.readAllLines(ROOT.resolve("ARCHITECTURE.md"))) {
            if (line.startsWith("```")) {
                tree = new TreeSet<>();
            } else if (line.matches("[\\w./-]+/")) {
                trees.put(line, tree);
            } else if (line.matches(" {2}[\\w-]+ {2,}\\S.*")) {
                tree.add(line.strip().split(" ")[0]);
            }
        }
        return trees;
    }

    /** Returns the folders directly below {@code path} that hold sources; builds leave folders without any. */
    private static TreeSet<String> folders(String path) throws IOException {
        try (Stream<Path> below = Files.list(ROOT.resolve(path))) {
            List<Path> folders = below.filter(Files::isDirectory).toList();
            TreeSet<String> names = new TreeSet<>();
            for (Path folder : folders) {
                if (hasSources(folder)) {
                    names.add(folder.getFileName().toString());
                }
            }
            return names;
        }
    }

    private static boolean hasSources(Path folder) throws IOException {
        if (folder.endsWith("target")) {
            return false;
        }
        Path built = folder.resolve("target");
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> Files.isRegularFile(file) && !file.startsWith(built));
        }
    }
}
