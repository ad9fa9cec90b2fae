package dev.slipway.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.NetworkContract;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.staging.StepLook;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the fetch of files from a site over connections that break or fall silent, and of files that change meanwhile.
 */
class HttpFetchStepTest extends NetworkContract {
    private static final byte[] DATA = data();

    private FileSite site;

    private static byte[] data() {
        byte[] data = new byte[300_000];
        new Random(5).nextBytes(data);
        return data;
    }

    @Override
    protected GatewayTestBed open() throws Exception {
        site = FileSite.start()
                .put("rates/usd.csv", content().getBytes(StandardCharsets.UTF_8))
                .put("data.bin", DATA);
        return at(site.base(), new HttpSite.Login.None());
    }

    @Override
    protected GatewayTestBed breaking(long bytes) throws Exception {
        site.cut((int) bytes, FileSite.NOTHING, FileSite.NOTHING, FileSite.NOTHING, FileSite.NOTHING)
                .cut(Stream.generate(() -> FileSite.NOTHING).limit(50).toArray(Integer[]::new));
        return at(site.base(), new HttpSite.Login.None());
    }

    private GatewayTestBed at(URI base, HttpSite.Login login) throws Exception {
        HttpSite named = new HttpSite("market-data", base, login, Optional.empty(), false);
        return GatewayTestBed.on(new GatewayPlaces(List.of(), List.of(), List.of(named), List.of()), folder, limits());
    }

    private static GatewayLimits limits() {
        return new GatewayLimits(
                SqlLimits.STANDARD,
                SshLimits.STANDARD,
                new HttpLimits(Duration.ofSeconds(30), Duration.ofSeconds(2)),
                FileSettings.STANDARD);
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Override
    protected StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression) {
        return new HttpFetch(
                new StepHead.In("rates", 1, file, creation, compression), place, "/rates/usd.csv", Optional.empty());
    }

    private static HttpFetch fetch(String path) {
        return fetch(path, Optional.empty());
    }

    private static HttpFetch fetch(String path, Optional<String> sha256) {
        return new HttpFetch(new StepHead.In("data", 1, new RunPath("data.bin")), "market-data", path, sha256);
    }

    private void comes() throws Exception {
        assertThat(bed.move(fetch("data.bin")).bytes()).isEqualTo(DATA.length);
        assertThat(bed.runFolder.resolve("data.bin")).hasBinaryContent(DATA);
    }

    @Test
    void tells_how_many_bytes_will_come() throws Exception {
        assertThat(bed.metered(fetch("data.bin")).expected()).isEqualTo(DATA.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16_383, 16_384, 65_536, 131_073, 299_999})
    void goes_on_at_the_byte_where_the_line_broke(int byteNumber) throws Exception {
        site.cut(byteNumber);

        comes();

        assertThat(site.asked()).containsExactly("/v1/data.bin - -", "/v1/data.bin bytes=" + byteNumber + "- -");
    }

    @Test
    void a_look_asks_for_heads_alone() throws Exception {
        Map<StagingStep, StepLook> looks = new HashMap<>();

        bed.gateway.look(
                new Place.Site("market-data"),
                List.of(fetch("data.bin"), fetch("gone.bin")),
                GatewayTestBed.OWNER,
                looks::put);

        assertThat(looks.get(fetch("data.bin")).problems()).isEmpty();
        assertThat(looks.get(fetch("gone.bin")).problems())
                .extracting(Problem::code)
                .containsExactly(ProblemCode.SITE_ANSWER);
        assertThat(left()).isEmpty();
    }

    @Test
    void goes_on_as_often_as_the_line_breaks() throws Exception {
        site.cut(10, 100_000, 1, 65_536, 3);

        comes();

        assertThat(site.asked()).hasSize(6).last().isEqualTo("/v1/data.bin bytes=165550- -");
    }

    @Test
    void goes_on_after_silence() throws Exception {
        site.silent().cut(70_000);

        comes();
    }

    @Test
    void a_site_that_stays_silent_is_an_outage() throws Exception {
        site.silent().cut(70_000, 0);

        Problem problem = bed.problemOf(fetch("data.bin"));

        assertThat(problem.code()).isEqualTo(ProblemCode.SITE_UNREACHABLE);
        assertThat(problem.detail()).containsPattern("nothing came for [1-9][0-9]* s");
        assertThat(left()).isEmpty();
    }

    @Test
    void begins_anew_when_the_file_has_changed_meanwhile() throws Exception {
        site.cut(70_000);
        byte[] other = Sha256.hex("other").getBytes(StandardCharsets.US_ASCII);

        bed.move(fetch("data.bin"), moved -> site.put("data.bin", other));

        assertThat(bed.runFolder.resolve("data.bin")).hasBinaryContent(other);
    }

    @Test
    void begins_anew_where_the_file_has_no_etag() throws Exception {
        site.withoutEtags().cut(70_000, 80_000);

        comes();

        assertThat(site.asked()).containsOnly("/v1/data.bin - -").hasSize(3);
    }

    @Test
    void skips_what_it_has_where_the_site_knows_no_ranges() throws Exception {
        site.withoutRanges().cut(70_000);

        comes();
    }

    @Test
    void a_chunked_answer_that_breaks_is_no_whole_one() throws Exception {
        site.chunked().cut(70_000);

        comes();
    }

    @Test
    void an_end_that_could_be_a_cut_is_not_taken_for_the_end() throws Exception {
        try (ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread old = new Thread(() -> answerAsOf1996(door));
            old.setDaemon(true);
            old.start();
            bed.close();
            bed = at(URI.create("http://localhost:" + door.getLocalPort() + "/"), new HttpSite.Login.None());

            Problem problem = bed.problemOf(fetch("data.bin"));

            assertThat(problem.code()).isEqualTo(ProblemCode.SITE_ANSWER);
            assertThat(problem.message()).contains("says neither how long the file is");
            bed.move(fetch("data.bin", Optional.of(Sha256.hex("whole".getBytes(StandardCharsets.US_ASCII)))));
            assertThat(bed.text("data.bin")).isEqualTo("whole");
        }
    }

    private static void answerAsOf1996(ServerSocket door) {
        while (!door.isClosed()) {
            try (Socket call = door.accept()) {
                call.getInputStream().read(new byte[4096]);
                OutputStream out = call.getOutputStream();
                out.write("HTTP/1.0 200 OK\r\n\r\nwhole".getBytes(StandardCharsets.US_ASCII));
                out.flush();
                call.shutdownOutput();
            } catch (java.io.IOException e) {
                continue;
            }
        }
    }

    @Test
    void takes_no_file_whose_digest_differs_from_the_documents_or_the_sites() throws Exception {
        String right = Sha256.hex(DATA);
        String wrong = "0".repeat(64);
        bed.move(fetch("data.bin", Optional.of(right)));
        Files.delete(bed.runFolder.resolve("data.bin"));

        assertThat(bed.problemOf(fetch("data.bin", Optional.of(wrong))).detail())
                .isEqualTo("its SHA-256 is " + right + ", the document says " + wrong);
        for (String header : List.of("Repr-Digest: sha-256=:%s:", "Digest: SHA-256=%s")) {
            String[] words = header.split(": ");
            String value = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(wrong));
            site.header(words[0], words[1].formatted(value));
            Problem problem = bed.problemOf(fetch("data.bin"));
            assertThat(problem.code()).isEqualTo(ProblemCode.FILE_CORRUPT);
            assertThat(problem.detail()).endsWith("the site says " + wrong);
        }
        assertThat(left()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "400, SITE_ANSWER",
        "404, SITE_ANSWER",
        "410, SITE_ANSWER",
        "204, SITE_ANSWER",
        "401, SITE_REFUSED",
        "403, SITE_REFUSED",
        "408, SITE_UNREACHABLE",
        "429, SITE_UNREACHABLE",
        "500, SITE_UNREACHABLE",
        "503, SITE_UNREACHABLE"
    })
    void an_answer_without_the_file_has_its_code(int status, ProblemCode code) throws Exception {
        site.status(status);

        Problem problem = bed.problemOf(fetch("data.bin"));

        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.message() + problem.detail()).contains("market-data", "data.bin", "" + status);
        assertThat(left()).isEmpty();
    }

    @Test
    void follows_the_site_on_within_its_own_address() throws Exception {
        site.put("now.bin", DATA);
        try (FileSite front = FileSite.start()) {
            bed.close();
            bed = at(front.base(), new HttpSite.Login.None());
            front.status(302).header("Location", "/v1/elsewhere.bin");

            assertThat(bed.problemOf(fetch("data.bin")).message()).contains("sends us on too often");
            assertThat(front.asked()).hasSize(6).last().isEqualTo("/v1/elsewhere.bin - -");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:%d/v1/data.bin",
                "//localhost:%d/v1/data.bin",
                "/v2/data.bin",
                "../data.bin",
                "/v1/%%2e%%2e/data.bin",
                "/v1/a/..%%2fdata.bin",
                "file:///etc/passwd",
                "http://[broken"
            })
    void follows_no_site_out_of_its_address(String location) throws Exception {
        try (FileSite front = FileSite.start()) {
            bed.close();
            bed = at(front.base(), new HttpSite.Login.None());
            front.status(307).header("Location", location.formatted(site.base().getPort()));

            Problem problem = bed.problemOf(fetch("data.bin"));

            assertThat(problem.code()).isEqualTo(ProblemCode.SITE_ANSWER);
            assertThat(problem.message()).contains("leads out of the address");
            assertThat(front.asked()).containsExactly("/v1/data.bin - -");

            Map<StagingStep, StepLook> looks = new HashMap<>();
            bed.gateway.look(
                    new Place.Site("market-data"), List.of(fetch("data.bin")), GatewayTestBed.OWNER, looks::put);
            assertThat(looks.get(fetch("data.bin")).problems()).containsExactly(problem);
            assertThat(site.asked()).isEmpty();
        }
    }

    @Test
    void shows_its_secret_to_the_site_and_to_nobody_else() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "canary-77aa\n");
        bed.close();
        bed = at(site.base(), new HttpSite.Login.Bearer(token));
        comes();
        bed.close();
        bed = at(site.base(), new HttpSite.Login.Basic("ann", token));
        comes();
        site.status(403);

        Problem problem = bed.problemOf(fetch("data.bin"));

        assertThat(problem.message() + problem.detail()).doesNotContain("canary-77aa");
        assertThat(site.asked())
                .startsWith("/v1/data.bin - Bearer canary-77aa", "/v1/data.bin - Basic YW5uOmNhbmFyeS03N2Fh");
        Files.delete(token);
        assertThat(bed.problemOf(fetch("data.bin")).code()).isEqualTo(ProblemCode.SITE_REFUSED);
    }

    @Test
    void does_not_take_packed_bytes_for_the_file() throws Exception {
        site.header("Content-Encoding", "gzip");

        assertThat(bed.problemOf(fetch("data.bin")).message()).contains("packs what it sends");
    }

    @Test
    void trusts_the_authority_that_the_operator_gives_and_no_other() throws Exception {
        SiteCertificate certificate = SiteCertificate.make(folder);
        try (FileSite secure = FileSite.start(certificate.context()).put("data.bin", DATA)) {
            bed.close();
            bed = at(secure.base(), new HttpSite.Login.None());
            assertThat(bed.problemOf(fetch("data.bin")).code()).isEqualTo(ProblemCode.SITE_REFUSED);
            bed.close();
            HttpSite trusted = new HttpSite(
                    "market-data", secure.base(), new HttpSite.Login.None(), Optional.of(certificate.pem()), false);
            bed = GatewayTestBed.on(
                    new GatewayPlaces(List.of(), List.of(), List.of(trusted), List.of()), folder, limits());
            secure.cut(70_000);
            comes();
        }
    }
}
