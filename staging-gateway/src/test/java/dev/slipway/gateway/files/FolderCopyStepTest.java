package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.PlacedContract;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests copies of files from a folder that the operator has named, and refusals of everything outside. */
class FolderCopyStepTest extends PlacedContract {
    private Path shared;

    @Override
    protected GatewayTestBed open() throws Exception {
        shared = Files.createDirectories(folder.resolve("shared"));
        Files.writeString(Files.createDirectory(shared.resolve("rates")).resolve("usd.csv"), content());
        // The operator's folder may be a link, but a document's path may not lead over one.
        Path named = Files.createSymbolicLink(folder.resolve("named"), shared);
        return GatewayTestBed.on(
                new GatewayPlaces(List.of(), List.of(), List.of(), List.of(new SharedFolder("market-data", named))),
                folder,
                GatewayLimits.STANDARD);
    }

    @Override
    protected StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression) {
        return new FolderCopy(new StepHead.In("rates", 1, file, creation, compression), place, "rates/usd.csv");
    }

    private static FolderCopy copy(String path) {
        return new FolderCopy(new StepHead.In("rates", 1, new RunPath("data.csv")), "market-data", path);
    }

    @Test
    void a_look_tells_the_size_or_what_is_wrong() throws Exception {
        Map<StagingStep, StepLook> looks = new HashMap<>();

        bed.gateway.look(
                new Place.Folder("market-data"),
                List.of(copy("rates/usd.csv"), copy("rates/eur.csv")),
                GatewayTestBed.OWNER,
                looks::put);

        assertThat(looks.get(copy("rates/usd.csv")).size().orElseThrow().bytes())
                .isEqualTo(content().length());
        assertThat(looks.get(copy("rates/eur.csv")).problems())
                .extracting(Problem::code)
                .containsExactly(ProblemCode.FOLDER_FILE);
        assertThat(left()).isEmpty();
    }

    @Test
    void tells_how_many_bytes_will_come() throws Exception {
        assertThat(bed.metered(copy("rates/usd.csv")).expected())
                .isEqualTo(content().length());
    }

    @Test
    void follows_no_link_below_the_folder() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "canary-3b1d");
        Files.createSymbolicLink(shared.resolve("link.csv"), secret);
        Files.createSymbolicLink(shared.resolve("out"), folder);
        Files.createSymbolicLink(shared.resolve("within.csv"), shared.resolve("rates/usd.csv"));

        for (String path : List.of("link.csv", "out/secret", "within.csv")) {
            Problem problem = bed.problemOf(copy(path));
            assertThat(problem.code()).as(path).isEqualTo(ProblemCode.FOLDER_FILE);
            assertThat(problem.message()).contains(path, "market-data");
        }
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../secret", "/etc/passwd", "rates/../../secret", ".", "rates//usd.csv", ""})
    void nobody_makes_a_step_that_leads_out(String path) {
        Assertions.assertThatIllegalArgumentException().isThrownBy(() -> copy(path));
    }

    @Test
    void refuses_at_once_what_is_no_regular_file() throws Exception {
        Process process = new ProcessBuilder("mkfifo", shared.resolve("fifo").toString()).start();
        assertThat(Await.exit(process)).isZero();

        assertThat(bed.problemOf(copy("fifo")).message()).contains("fifo", "a FIFO, socket or device");
        assertThat(bed.problemOf(copy("rates")).message()).contains("rates", "a folder");
        assertThat(bed.problemOf(copy("none.csv")).message()).contains("no file none.csv");
        assertThat(left()).isEmpty();
    }

    @Test
    void a_file_that_changes_while_it_is_copied_is_not_taken() throws Exception {
        Path file = shared.resolve("rates/usd.csv");
        Assertions.assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> bed.move(copy("rates/usd.csv"), moved -> grow(file)))
                .satisfies(e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.FOLDER_FILE))
                .satisfies(e -> assertThat(e.problem().message()).contains("changed while it was copied"));
        assertThat(left()).isEmpty();
    }

    private static void grow(Path file) {
        try {
            Files.writeString(file, "x", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_folder_that_is_not_mounted_is_an_outage_until_it_is() throws Exception {
        Place place = new Place.Folder("market-data");
        Files.move(shared, folder.resolve("away"));

        assertThat(bed.problemOf(copy("rates/usd.csv")).code().kind()).isEqualTo(ProblemKind.OUTAGE);
        assertThat(bed.gateway.probe(place).map(Problem::code)).contains(ProblemCode.FOLDER_UNREACHABLE);
        Files.move(folder.resolve("away"), shared);
        assertThat(bed.gateway.probe(place)).isEmpty();
        bed.move(copy("rates/usd.csv"));
        assertThat(left()).containsExactly("data.csv");
    }
}
