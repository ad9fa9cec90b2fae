package dev.slipway.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/**
 * Makes victims start fast. The folders of this JVM's class path are packed into jars, because class data sharing needs
 * jars. The first victim leaves an archive of the classes that it loaded.
 */
final class ClassPath {
    private final String jars;
    private final Path archive;

    private ClassPath(String jars, Path archive) {
        this.jars = jars;
        this.archive = archive;
    }

    /** Packs the class path into {@code folder}. */
    static ClassPath pack(Path folder) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(":")) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                jars.add(packed(path, folder.resolve("packed-" + jars.size() + ".jar")));
            } else if (Files.exists(path)) {
                jars.add(entry);
            }
        }
        return new ClassPath(String.join(":", jars), folder.resolve("victim.jsa"));
    }

    private static String packed(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                var tree = Files.walk(classes)) {
            for (Path path : tree.filter(path -> !path.equals(classes)).sorted().toList()) {
                boolean folder = Files.isDirectory(path);
                // Folders have entries too, for code that looks for all files of a folder.
                out.putNextEntry(new JarEntry(classes.relativize(path) + (folder ? "/" : "")));
                if (!folder) {
                    Files.copy(path, out);
                }
                out.closeEntry();
            }
        }
        return jar.toString();
    }

    /**
     * Returns the command that starts a victim. A victim that makes the archive must be allowed to end without a
     * kill.
     */
    List<String> command(boolean makesArchive, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:disable",
                "-Xlog:all=off",
                (makesArchive ? "-XX:ArchiveClassesAtExit=" : "-XX:SharedArchiveFile=") + archive,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                "-cp",
                jars,
                Victim.class.getName()));
        command.addAll(arguments);
        return command;
    }
}
