package dev.slipway.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A small file system that really fills up; to mount one takes root, or a build that gives the right. */
public final class SmallDisk {
    public static final int MEGABYTE = 1 << 20;

    private final Path folder;

    public SmallDisk(Path folder, int megabytes) throws Exception {
        this(folder, "size=" + megabytes + "m");
    }

    private SmallDisk(Path folder, String bounds) throws Exception {
        this.folder = Files.createDirectories(folder);
        call("mount", "-t", "tmpfs", "-o", bounds, "tmpfs", folder.toString());
    }

    /** Makes a disk with enough bytes for the test, and room for only {@code entries} files and folders. */
    public static SmallDisk ofEntries(Path folder, int entries) throws Exception {
        return new SmallDisk(folder, "size=256m,nr_inodes=" + entries);
    }

    /** Makes empty files until the disk can hold no more. */
    public void fillEntries() throws IOException {
        Files.createDirectories(crowd());
        try {
            for (int i = 0; ; i++) {
                Files.createFile(crowd().resolve("empty" + i));
            }
        } catch (IOException e) {
            assertThat(folder.toFile().getUsableSpace())
                    .as("bytes are left: %s", e)
                    .isPositive();
        }
    }

    public void emptyEntries() throws IOException {
        try (var files = Files.list(crowd())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private Path crowd() {
        return folder.resolve("crowd");
    }

    /** Takes space until it is {@code megabytes} or the disk is full. */
    public void fill(int megabytes) throws IOException {
        try (var out = Files.newOutputStream(ballast())) {
            for (int i = 0; i < megabytes * 16; i++) {
                out.write(new byte[MEGABYTE / 16]);
            }
        } catch (IOException e) {
            assertThat(folder.toFile().getUsableSpace()).as("full: %s", e).isZero();
        }
    }

    /** Takes all space but so many bytes. */
    public void fillBut(long bytes) throws IOException {
        fill(Integer.MAX_VALUE / MEGABYTE);
        try (FileChannel file = FileChannel.open(ballast(), StandardOpenOption.WRITE)) {
            file.truncate(file.size() - bytes);
        }
        assertThat(folder.toFile().getUsableSpace()).isEqualTo(bytes);
    }

    public void empty() throws IOException {
        Files.delete(ballast());
    }

    private Path ballast() {
        return folder.resolve("ballast");
    }

    public void unmount() throws Exception {
        // Files that a failed test has left open must not hide the failure.
        call("umount", "--lazy", folder.toString());
    }

    private static void call(String... command) throws Exception {
        Process process =
                new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
        String words = Await.output(process);
        assertThat(process.waitFor())
                .as("%s, which needs the right to mount: %s", String.join(" ", command), words)
                .isZero();
    }
}
