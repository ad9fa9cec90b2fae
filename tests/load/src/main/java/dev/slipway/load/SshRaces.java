package dev.slipway.load;

import dev.slipway.request.FilePattern;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Files to and from one host against {@code scp}, by the same cipher; we hash on both sides, which {@code scp} does not. */
final class SshRaces {
    /** The one that the gateway asks for first. */
    private static final String CIPHER = "aes128-gcm@openssh.com";

    private static final int SMALL_FILES = 1_000;
    private static final int SMALL_BYTES = 64 * 1024;
    private static final Optional<FilePattern> ALL = Optional.of(new FilePattern("**"));

    private final Report report;
    private final Race race;
    private final StagingDesk desk;
    private final SshServer host;
    private final Path far;

    SshRaces(Report report, Race race, StagingDesk desk, SshServer host) throws IOException {
        this.report = report;
        this.race = race;
        this.desk = desk;
        this.host = host;
        this.far = Files.createDirectories(desk.run().resolveSibling("far"));
    }

    void run() throws Exception {
        one();
        many();
    }

    /** The worse of up and down counts. */
    private void one() throws Exception {
        Path big = far.resolve("big");
        write(big, report.quick() ? 100_000_000 : 1_000_000_000, new Random(1));
        Path rival = desk.run().resolve("rival");
        Race.Times down = race.run(
                "ssh_down",
                () -> desk.fetch(big, "big", Optional.empty()),
                () -> race.shell(scp("", remote(big), rival)));
        Race.same(desk.run().resolve("big"), big);
        Path arrived = far.resolve("arrived");
        Race.Times up = race.run(
                "ssh_up",
                () -> desk.deliver("big", arrived, Optional.empty()),
                () -> race.shell(scp("", rival.toString(), remote(far.resolve("rival")))));
        Race.same(arrived, big);
        boolean downIsWorse = Report.median(down.ratios()) < Report.median(up.ratios());
        race.report("ssh_vs_openssh", 1.0, downIsWorse ? down : up);
        for (Race.Times times : List.of(down, up)) {
            report.figure(times.key() + "_vs_openssh", Report.median(times.ratios()), "");
        }
        for (Path file :
                List.of(big, arrived, far.resolve("rival"), rival, desk.run().resolve("big"))) {
            Files.delete(file);
        }
    }

    private void many() throws Exception {
        Path small = Files.createDirectories(far.resolve("small"));
        Random random = new Random(2);
        for (int i = 0; i < SMALL_FILES; i++) {
            write(small.resolve("file-" + i), SMALL_BYTES, random);
        }
        Path rival = Files.createDirectories(desk.run().resolve("rivals"));
        race.compare(
                "ssh_many_vs_openssh",
                2.0,
                () -> desk.fetch(small, "small", ALL),
                () -> race.shell(scp("-r", remote(small), rival)));
        for (int i = 0; i < SMALL_FILES; i++) {
            Race.same(desk.run().resolve("small/file-" + i), small.resolve("file-" + i));
        }
        Folders.delete(rival);
        Folders.delete(small);
        Folders.delete(desk.run().resolve("small"));
    }

    private static void write(Path file, long bytes, Random random) throws IOException {
        byte[] chunk = new byte[1 << 20];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long left = bytes; left > 0; left -= chunk.length) {
                random.nextBytes(chunk);
                out.write(chunk, 0, (int) Math.min(chunk.length, left));
            }
        }
    }

    private String remote(Path path) {
        return host.user() + "@127.0.0.1:" + path;
    }

    private String scp(String options, Object from, Object to) {
        return scp(host, options) + " '" + from + "' '" + to + "'";
    }

    /** The command up to its files. */
    static String scp(SshServer host, String options) {
        return "scp -q -c " + CIPHER + " -P " + host.port() + " -i '" + host.clientKey() + "' -o UserKnownHostsFile='"
                + host.knownHosts() + "' -o IdentitiesOnly=yes -o BatchMode=yes " + options;
    }
}
