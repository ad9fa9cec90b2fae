package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.effect.Witness;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
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
            // Only root can give files away. Another user gets a message to that effect, and no run under the user's
            // own identity.
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
    void a_folder_that_belongs_to_the_user_of_a_cluster_is_closed_until_it_is_opened() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        RunFolder folder = folders.create("abc");
        Files.writeString(folder.files().resolve("in.csv"), "x");
        OsAccount account = ServiceIdentity.isRoot()
                ? new OsAccount("one", 61000, 61000)
                : new OsAccount("self", (int) Files.getAttribute(root, "unix:uid"), 0);

        folders.handOver(folder, account);
        folders.handOver(folder, account);

        assertThat(permissions(folder.root())).isEqualTo("rwx------");
        assertThat(Files.getAttribute(folder.files().resolve("in.csv"), "unix:uid"))
                .isEqualTo(account.uid());

        folders.open(folder);

        assertThat(permissions(folder.root())).isEqualTo(ServiceIdentity.isRoot() ? "rwxr-xr-x" : "rwx------");
        assertThat(permissions(folder.files())).isEqualTo("rwx------");
    }

    @Test
    void hands_out_every_other_identity_before_one_comes_again() throws Exception {
        RunFolders folders =
                new RunFolders(root.resolve("scratch"), Optional.of(new RunIdentities(61000, 61004)), Witness.NONE);
        folders.prepare();
        RunFolder kept = folders.create("kept");
        if (!ServiceIdentity.isRoot()) {
            assertThatThrownBy(() -> folders.handOver(kept)).isInstanceOf(ProblemException.class);
            return;
        }
        RunIdentity taken = folders.handOver(kept).orElseThrow();

        List<RunIdentity> handedOut = new ArrayList<>();
        for (int run = 0; run < 8; run++) {
            RunFolder folder = folders.create("run-" + run);
            handedOut.add(folders.handOver(folder).orElseThrow());
            folders.remove(folder);
        }

        assertThat(handedOut.subList(0, 4)).doesNotHaveDuplicates().doesNotContain(taken);
        assertThat(handedOut.subList(4, 8)).isEqualTo(handedOut.subList(0, 4));
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

    @Test
    void reduces_a_folder_to_the_files_that_are_still_what_they_were() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        Path precious = Files.writeString(root.resolve("precious"), "books");
        RunFolder folder = folders.create("abc");
        List<KeptFile> staged = List.of(
                staged(folder, "in/deep/books.csv"),
                staged(folder, "changed.csv"),
                staged(folder, "linked.csv"),
                staged(folder, "named-twice.csv"),
                staged(folder, "way/beyond.csv"),
                staged(folder, "gone.csv"));
        Path files = folder.files();
        Files.writeString(files.resolve("changed.csv"), "b00ks");
        Files.delete(files.resolve("linked.csv"));
        Files.createSymbolicLink(files.resolve("linked.csv"), precious);
        Files.delete(files.resolve("named-twice.csv"));
        Files.createLink(files.resolve("named-twice.csv"), precious);
        Path beyond = Files.move(files.resolve("way"), root.resolve("beyond"));
        Files.createSymbolicLink(files.resolve("way"), beyond);
        Files.delete(files.resolve("gone.csv"));
        Files.writeString(files.resolve("output.csv"), "large");
        Files.writeString(folder.tmp().resolve("t"), "large");

        RunFolders.Reduced kept = folders.reduce(folder, staged, Optional.empty());
        RunFolders.Reduced again = folders.reduce(folder, staged, Optional.empty());

        assertThat(List.of(kept, again)).containsOnly(new RunFolders.Reduced(true, false));
        assertThat(files.resolve("in/deep/books.csv")).hasContent("books");
        assertThat(everythingIn(folder.root())).containsExactlyInAnyOrder("files/in/deep/books.csv");
        assertThat(precious).hasContent("books");
        assertThat(beyond.resolve("beyond.csv")).hasContent("books");
        assertThat(permissions(folder.root())).isEqualTo("rwx------");
    }

    @Test
    void goes_on_reducing_where_a_crash_stopped_it() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        RunFolder folder = folders.create("abc");
        KeptFile first = staged(folder, "first.csv");
        KeptFile second = staged(folder, "second.csv");

        // As it is when one file was moved aside, and the other not yet.
        new FolderKeeping(folder).select(List.of(first));
        assertThat(folder.files().resolve("first.csv")).doesNotExist();
        folders.reduce(folder, List.of(first, second), Optional.empty());
        assertThat(everythingIn(folder.root())).containsExactlyInAnyOrder("files/first.csv", "files/second.csv");

        // As it is when both were, and the rest was erased.
        new FolderKeeping(folder).select(List.of(first, second));
        Files.delete(folder.files());
        folders.reduce(folder, List.of(first, second), Optional.empty());
        assertThat(everythingIn(folder.root())).containsExactlyInAnyOrder("files/first.csv", "files/second.csv");
    }

    @Test
    void keeps_the_regular_files_of_a_checkpoint_folder_and_follows_no_link() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        Path precious = Files.createDirectories(root.resolve("precious"));
        Files.writeString(precious.resolve("file"), "kept");
        RunFolder folder = folders.create("abc");
        Path units = Files.createDirectories(folder.files().resolve("out/units"));
        Files.writeString(Files.createDirectories(units.resolve("disk1")).resolve("data"), "pages");
        Files.writeString(units.resolve("layout"), "64x64x64");
        Files.createDirectories(units.resolve("empty"));
        Files.createSymbolicLink(units.resolve("link"), precious);
        Files.createLink(units.resolve("named-twice"), precious.resolve("file"));
        Files.writeString(folder.files().resolve("out/large"), "not of it");
        Path deep = units;
        for (int i = 0; i < 40; i++) {
            deep = Files.createDirectory(deep.resolve("d"));
        }
        Files.writeString(deep.resolve("too-deep"), "x");
        Optional<RunPath> checkpoint = Optional.of(new RunPath("out/units"));

        RunFolders.Reduced kept = folders.reduce(folder, List.of(), checkpoint);
        RunFolders.Reduced again = folders.reduce(folder, List.of(), checkpoint);

        assertThat(List.of(kept, again)).containsOnly(new RunFolders.Reduced(true, true));
        assertThat(everythingIn(folder.root()))
                .containsExactlyInAnyOrder("files/out/units/disk1/data", "files/out/units/layout");
        assertThat(units.resolve("empty")).isDirectory();
        assertThat(permissions(folder.files())).isEqualTo("rwx------");
        assertThat(permissions(units.resolve("layout"))).isEqualTo("rw-------");
        assertThat(precious.resolve("file")).hasContent("kept");
    }

    @Test
    void keeps_no_checkpoint_folder_that_is_reached_through_a_link_or_holds_no_file() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        Path precious = Files.createDirectories(root.resolve("precious/units"));
        Files.writeString(precious.resolve("file"), "kept");
        RunFolder linked = folders.create("linked");
        Files.createSymbolicLink(linked.files().resolve("out"), precious.getParent());
        RunFolder empty = folders.create("empty");
        Files.createDirectories(empty.files().resolve("out/units/deeper"));
        RunFolder file = folders.create("file");
        Files.writeString(Files.createDirectories(file.files().resolve("out")).resolve("units"), "no folder");

        for (RunFolder folder : List.of(linked, empty, file)) {
            assertThat(folders.reduce(folder, List.of(), Optional.of(new RunPath("out/units"))))
                    .isEqualTo(new RunFolders.Reduced(false, false));
            assertThat(folder.root()).doesNotExist();
        }
        assertThat(precious.resolve("file")).hasContent("kept");
    }

    @Test
    void passes_a_checkpoint_folder_on_once_and_leaves_what_the_next_run_has() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        RunPath units = new RunPath("out/units");
        RunFolder from = folders.create("from");
        Files.createDirectories(from.files().resolve("out/units"));
        Files.writeString(from.files().resolve("out/units/layout"), "64x64x64");
        RunFolder first = folders.create("first");
        RunFolder second = folders.create("second");

        assertThat(folders.passOn(from, first, units)).isTrue();
        assertThat(folders.passOn(from, first, units)).as("done before a crash").isTrue();
        assertThat(folders.passOn(from, second, units)).isFalse();

        assertThat(first.files().resolve("out/units/layout")).hasContent("64x64x64");
        assertThat(from.files().resolve("out/units")).doesNotExist();
        assertThat(second.files()).isEmptyDirectory();
    }

    @Test
    void removes_a_folder_of_which_nothing_can_be_kept() throws Exception {
        RunFolders folders = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        RunFolder folder = folders.create("abc");
        Files.writeString(folder.files().resolve("output.csv"), "large");

        assertThat(folders.reduce(folder, List.of(), Optional.empty())).isEqualTo(new RunFolders.Reduced(false, false));
        assertThat(folders.reduce(folder, List.of(), Optional.empty())).isEqualTo(new RunFolders.Reduced(false, false));
        assertThat(folder.root()).doesNotExist();
    }

    @Test
    void keeps_nothing_of_a_run_that_a_cluster_may_have_got_even_if_the_removal_is_cut_off() throws Exception {
        RunFolders cutOff = new RunFolders(root.resolve("scratch"), Optional.empty(), point -> {
            if (point.moment().equals("half removed")) {
                throw new IllegalStateException("the service dies");
            }
        });
        cutOff.prepare();
        RunFolder folder = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE).create("abc");
        List<KeptFile> staged = List.of(staged(folder, "in/books.csv"));
        Files.writeString(
                Files.createDirectories(folder.files().resolve("units")).resolve("layout"), "64x64x64");
        new ClusterNote("main", new OsAccount("one", 61000, 61000), Optional.of("17")).write(folder);
        Optional<RunPath> checkpoint = Optional.of(new RunPath("units"));

        assertThatThrownBy(() -> cutOff.reduce(folder, staged, checkpoint)).hasMessage("the service dies");
        assertThat(everythingIn(folder.root())).containsExactly("cluster.json");
        RunFolders again = new RunFolders(root.resolve("scratch"), Optional.empty(), Witness.NONE);

        assertThat(again.reduce(folder, staged, checkpoint)).isEqualTo(new RunFolders.Reduced(false, false));
        assertThat(folder.root()).doesNotExist();
    }

    @Test
    void gives_a_reduced_folder_to_the_service_and_the_identity_to_the_next_run() throws Exception {
        RunFolders folders =
                new RunFolders(root.resolve("scratch"), Optional.of(new RunIdentities(61000, 61000)), Witness.NONE);
        folders.prepare();
        RunFolder first = folders.create("first");
        KeptFile file = staged(first, "in/books.csv");
        if (!ServiceIdentity.isRoot()) {
            assertThatThrownBy(() -> folders.handOver(first)).isInstanceOf(ProblemException.class);
            return;
        }
        RunIdentity identity = folders.handOver(first).orElseThrow();

        folders.reduce(first, List.of(file), Optional.empty());

        assertThat(folders.handOver(folders.create("second"))).contains(identity);
        for (Path path :
                List.of(first.files(), first.files().resolve("in"), file.file().in(first.files()))) {
            assertThat(Files.getAttribute(path, "unix:uid")).as(path.toString()).isEqualTo(0);
            assertThat(Files.getAttribute(path, "unix:gid")).as(path.toString()).isEqualTo(0);
        }
    }

    private static KeptFile staged(RunFolder folder, String name) throws Exception {
        Path file = folder.files().resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "books");
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
        return new KeptFile(new RunPath(name), 5, HexFormat.of().formatHex(digest));
    }

    private static List<String> everythingIn(Path folder) throws Exception {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .map(path -> folder.relativize(path).toString())
                    .toList();
        }
    }

    private static String permissions(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
