package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.effect.Witness;
import dev.slipway.problem.ProblemException;
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
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();

        RunFolder folder = folders.create("abc");
        Files.writeString(folder.files().resolve("in.csv"), "x");
        folders.create("abc");

        assertThat(folder.files().resolve("in.csv")).hasContent("x");
        assertThat(permissions(root.resolve("scratch"))).isEqualTo("rwx------");
        assertThat(permissions(folder.files())).isEqualTo("rwx------");
    }

    @Test
    void is_never_open_to_others_wherever_its_making_is_cut_off() throws Exception {
        RunFolders cutOff = new RunFolders(root.resolve("scratch"), Optional.empty(), point -> {
            throw new IllegalStateException(point.toString());
        });
        cutOff.prepare();
        RunFolder folder = cutOff.of("abc");

        assertThatThrownBy(() -> cutOff.create("abc")).hasMessageContaining("half made");
        assertThat(permissions(folder.root())).isEqualTo("rwx------");
        assertThat(permissions(folder.files())).isEqualTo("rwx------");

        assertThatThrownBy(() -> cutOff.create("abc")).hasMessageContaining("half made");
        new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE).create("abc");
        assertThat(permissions(folder.tmp())).isEqualTo("rwx------");
    }

    @Test
    void lets_another_identity_through_the_scratch_root_but_not_list_it() throws Exception {
        RunFolders folders =
                new RunFolders(root.resolve("scratch"), Optional.of(new RunIdentities(61000, 61001)), Witness.NONE);
        folders.prepare();

        assertThat(permissions(root.resolve("scratch"))).isEqualTo("rwx--x--x");
    }

    @Test
    void gives_each_run_an_identity_of_its_own_while_its_folder_is_there() throws Exception {
        RunFolders folders =
                new RunFolders(root.resolve("scratch"), Optional.of(new RunIdentities(61000, 61001)), Witness.NONE);
        folders.prepare();
        RunFolder first = folders.create("first");
        RunFolder second = folders.create("second");
        if (!ServiceIdentity.isRoot()) {
            // Only root can give files away, and says so rather than to run as itself.
            assertThatThrownBy(() -> folders.handOver(first)).isInstanceOf(ProblemException.class);
            return;
        }

        RunIdentity one = folders.handOver(first).orElseThrow();
        RunIdentity other = folders.handOver(second).orElseThrow();

        assertThat(other).isNotEqualTo(one);
        assertThat(folders.handOver(first)).contains(one);
        assertThat(Files.getAttribute(first.files(), "unix:uid")).isEqualTo(one.id());
        assertThatThrownBy(() -> folders.handOver(folders.create("third"))).isInstanceOf(ProblemException.class);

        folders.remove(first);

        assertThat(folders.handOver(folders.of("third"))).contains(one);
    }

    @Test
    void removes_a_folder_without_following_links() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
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
