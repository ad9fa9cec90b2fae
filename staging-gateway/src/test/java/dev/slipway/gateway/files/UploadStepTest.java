package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.Desk;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.UploadFetch;
import dev.slipway.staging.StepReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An upload comes into the run folder as it was brought, or not at all. */
class UploadStepTest {
    private static final byte[] BYTES = "book_id\n7\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
    private static final String SHA256 = Sha256.hex(BYTES);

    @TempDir
    Path folder;

    @AutoClose
    Desk desk;

    private Path upload;

    @BeforeEach
    void bring() throws Exception {
        desk = Desk.on(List.of(), List.of(), folder, GatewayLimits.STANDARD);
        Path users = Files.createDirectories(folder.resolve("uploads").resolve(Sha256.hex(Desk.OWNER)));
        upload = Files.write(users.resolve(SHA256), BYTES);
    }

    @Test
    void is_copied_and_reported_with_its_digest() throws Exception {
        StepReport report = desk.move(step(SHA256, "books.csv", Compression.NONE));

        assertThat(desk.runFolder.resolve("books.csv")).hasBinaryContent(BYTES);
        assertThat(report.bytes()).isEqualTo(BYTES.length);
        assertThat(report.files().get(0).sha256()).isEqualTo(SHA256);
    }

    @Test
    void is_packed_in_blocks_where_the_document_says_so() throws Exception {
        StepReport report = desk.move(step(SHA256, "books.csv.gz", Compression.BGZF));

        assertThat(report.files()).hasSize(2);
        try (GZIPInputStream packed =
                new GZIPInputStream(Files.newInputStream(desk.runFolder.resolve("books.csv.gz")))) {
            assertThat(packed.readAllBytes()).isEqualTo(BYTES);
        }
    }

    @Test
    void leaves_nothing_when_it_is_damaged_or_gone() throws Exception {
        Files.writeString(upload, "other");
        assertThat(desk.problemOf(step(SHA256, "books.csv", Compression.NONE)).code())
                .isEqualTo(ProblemCode.FILE_CORRUPT);
        Files.delete(upload);
        assertThat(desk.problemOf(step(SHA256, "books.csv", Compression.NONE)).code())
                .isEqualTo(ProblemCode.UPLOAD_UNKNOWN);
        assertThat(desk.runFolder).isEmptyDirectory();
    }

    private static UploadFetch step(String sha256, String file, Compression compression) {
        return new UploadFetch("books", 1, sha256, new RunPath(file), CreationFlag.OVERWRITE, compression);
    }
}
