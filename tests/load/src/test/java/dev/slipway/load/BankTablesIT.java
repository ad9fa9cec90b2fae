package dev.slipway.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that the bank's tables give the bank's 44 files back, by the statements that come with them, through the
 * gateway, in their order groups.
 */
class BankTablesIT {
    private static final double SMALLEST = 0.001;

    private Path folder;

    @BeforeEach
    void make_a_folder() throws Exception {
        folder = Files.createTempDirectory("slipway-bank-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }

    @AfterEach
    void remove_it() throws Exception {
        TemporaryFolders.delete(folder);
    }

    @Test
    void the_tables_give_the_files_back_byte_for_byte() throws Exception {
        Path files = folder.resolve("files");
        Bank.files(files, SMALLEST);
        Bank bank = Bank.tables(folder.resolve("tables"), SMALLEST);
        PostgresDatabase database = PostgresDatabase.fresh();
        bank.load(database);
        List<Bank.Extract> extracts = bank.extracts();

        try (SshServer host = SshServer.start(folder.resolve("sshd"));
                StagingDesk desk = new StagingDesk(database, host, folder)) {
            for (Bank.Extract extract : inOrder(extracts)) {
                desk.extract(extract.statement(), extract.parameters(""), extract.file());
            }
            for (Bank.Extract extract : extracts) {
                assertThat(Files.mismatch(desk.run().resolve(extract.file()), files.resolve(extract.file())))
                        .as(extract.file())
                        .isEqualTo(-1);
            }
        }
        assertThat(extracts).hasSize(44);
        assertThat(names(files))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(extracts.stream().map(Bank.Extract::file), Stream.of("inputs.csv"))
                                .toList());
    }

    private static List<Bank.Extract> inOrder(List<Bank.Extract> extracts) {
        return extracts.stream()
                .sorted(Comparator.comparing(Bank.Extract::orderGroup))
                .toList();
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
