package dev.slipway.server.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.journal.ledger.KeptHeads.Head;
import dev.slipway.journal.ledger.KeptHeads.Look;
import dev.slipway.journal.ledger.KeptHeads.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which lines about checkpoints are kept in a file, and which lines there are rejected. */
class SignedHeadsTest {
    private static final Head FIRST = new Head(7, "0a".repeat(32));
    private static final Head SECOND = new Head(12, "1b".repeat(32));

    @TempDir
    Path folder;

    private Path file;
    private SignedHeads heads;

    @BeforeEach
    void keep_two() throws IOException {
        file = folder.resolve("audit/heads");
        heads = new SignedHeads(file, new ServiceKeys(folder.resolve("keys")));
        heads.keep(FIRST);
        heads.keep(SECOND);
    }

    @Test
    void reads_what_it_kept_after_a_restart_too_and_keeps_it_to_itself() throws IOException {
        SignedHeads again = new SignedHeads(file, new ServiceKeys(folder.resolve("keys")));

        assertThat(again.read().heads()).containsExactly(FIRST, SECOND);
        assertThat(again.read().findings()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void finds_a_line_that_was_changed_and_one_that_another_key_signed() throws IOException {
        Files.writeString(file, Files.readString(file).replace(SECOND.hash(), "2c".repeat(32)));
        new SignedHeads(file, new ServiceKeys(folder.resolve("others"))).keep(new Head(20, "3d".repeat(32)));

        assertThat(heads.read().heads()).containsExactly(FIRST);
        assertThat(heads.read().findings())
                .hasSize(2)
                .allMatch(line -> line.contains("is not signed by an audit key of this service"))
                .anyMatch(line -> line.contains("checkpoint 12"))
                .anyMatch(line -> line.contains("checkpoint 20"));
    }

    @Test
    void goes_on_after_a_line_that_a_crash_cut_off() throws IOException {
        Files.writeString(file, "20 3d3d3d", StandardOpenOption.APPEND);
        heads.keep(new Head(21, "4e".repeat(32)));

        assertThat(heads.read().heads()).containsExactly(FIRST, SECOND, new Head(21, "4e".repeat(32)));
        assertThat(heads.read().findings()).isEmpty();
    }

    @Test
    void verifies_only_what_was_added_since_it_last_read_and_all_of_a_file_that_was_changed() throws IOException {
        heads.read();
        heads.keep(new Head(21, "4e".repeat(32)));
        long before = heads.checks();
        assertThat(heads.read().heads()).containsExactly(FIRST, SECOND, new Head(21, "4e".repeat(32)));
        assertThat(heads.checks()).as("signatures checked").isEqualTo(before + 1);

        Files.writeString(file, Files.readString(file).replace(SECOND.hash(), "2c".repeat(32)));
        assertThat(heads.read().findings()).hasSize(1);
    }

    @Test
    void looks_for_one_checkpoint_without_a_check_of_the_others() {
        Look look = heads.look().orElseThrow();
        long before = heads.checks();

        assertThat(look.from(12).heads()).containsExactly(SECOND);
        assertThat(look.from(8).heads()).as("the next one").containsExactly(SECOND);
        assertThat(look.from(13).heads()).isEmpty();
        assertThat(heads.checks()).as("signatures checked").isEqualTo(before + 2);
    }

    @Test
    void a_look_goes_past_a_line_that_is_not_signed_and_tells_of_it() throws IOException {
        Files.writeString(file, Files.readString(file).replace(FIRST.hash(), "2c".repeat(32)));

        Reading found = heads.look().orElseThrow().from(7);
        assertThat(found.heads()).containsExactly(SECOND);
        assertThat(found.findings()).singleElement().asString().contains("checkpoint 7");
    }
}
