package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterNoteTest {
    private static final OsAccount ALICE = new OsAccount("alice", 1000, 1001);

    @TempDir
    Path root;

    @Test
    void a_note_says_where_the_second_folder_is_and_how_far_it_is() {
        RunFolder folder = new RunFolder(root);
        assertThat(ClusterNote.read(folder)).isEmpty();
        ClusterNote note = new ClusterNote(
                "main",
                ALICE,
                Optional.empty(),
                Optional.of(new ClusterNote.Away(Path.of("/scratch/tok"), ClusterNote.Stage.SENDING)),
                Optional.empty());
        note.write(folder);
        assertThat(ClusterNote.read(folder)).contains(note);

        ClusterNote later = note.numbered(Optional.of("17")).at(ClusterNote.Stage.FETCHED);
        later.write(folder);

        ClusterNote read = ClusterNote.read(folder).orElseThrow();
        assertThat(read).isEqualTo(later);
        assertThat(read.isAt(ClusterNote.Stage.FETCHED)).isTrue();
        assertThat(read.isAt(ClusterNote.Stage.REMOVED)).isFalse();
    }

    @Test
    void a_note_of_a_run_folder_that_the_cluster_sees_has_no_stage() {
        RunFolder folder = new RunFolder(root);
        ClusterNote note = new ClusterNote("main", ALICE, Optional.of("17"));
        note.write(folder);

        assertThat(ClusterNote.read(folder)).contains(note);
        assertThat(note.isAt(ClusterNote.Stage.SENDING)).isFalse();
    }

    @Test
    void a_note_of_a_run_in_an_array_names_the_run_by_its_place() {
        RunFolder folder = new RunFolder(root);
        ClusterNote note = new ClusterNote(
                "main", ALICE, Optional.of("17_2"), Optional.empty(), Optional.of(new ArrayPlace("first", 2, 1)));
        note.write(folder);

        ClusterNote read = ClusterNote.read(folder).orElseThrow();
        assertThat(read).isEqualTo(note);
        assertThat(read.name("third")).isEqualTo("first_2");
        assertThat(read.lost().number()).isEmpty();
        assertThat(read.lost().place()).contains(new ArrayPlace("first", 2, 2));
    }
}
