package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFoldersTest {
    @TempDir
    Path root;

    @Test
    void makes_closed_folders_and_leaves_made_ones_alone() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty());
        folders.prepare();

        RunFolder folder = folders.create("abc");
        Files.writeString(folder.files().resolve("in.csv"), "x");
        folders.create("abc");

        assertThat(folder.files().resolve("in.csv")).hasContent("x");
        assertThat(permissions(root.resolve("scratch"))).isEqualTo("rwx------");
        assertThat(permissions(folder.files())).isEqualTo("rwx------");
    }

    @Test
    void lets_another_identity_through_the_scratch_root_but_not_list_it() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.of(new RunIdentity(65534, 65534)));
        folders.prepare();

        assertThat(permissions(root.resolve("scratch"))).isEqualTo("rwx--x--x");
    }

    @Test
    void removes_a_folder_without_following_links() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty());
        folders.prepare();
        Path precious = Files.createDirectories(root.resolve("precious"));
        Files.writeString(precious.resolve("file"), "kept");
        RunFolder folder = folders.create("abc");
        Files.createSymbolicLink(folder.files().resolve("way"), precious);
        Path shut = Files.createDirectories(folder.files().resolve("shut/deep"));
        Files.writeString(shut.resolve("file"), "gone");
        Files.setPosixFilePermissions(shut.getParent(), PosixFilePermissions.fromString("---------"));

        folders.remove(folder);
        folders.remove(folder);

        assertThat(folder.root()).doesNotExist();
        assertThat(precious.resolve("file")).hasContent("kept");
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
