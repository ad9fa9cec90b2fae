package dev.slipway.load;

import dev.slipway.request.FilePattern;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Races files to and from one host against {@code scp}, with the same cipher. Slipway hashes on both sides and
 * {@code scp} does not, so a second race is against a script that hashes too.
 */
final class SshRaces {
    /** The cipher that the gateway asks for first. */
    private static final String CIPHER = "aes128-gcm@openssh.com";

    private static final int SMALL_FILES = 1_000;
    private static final int SMALL_BYTES = 64 * 1024;
    private static final Optional<FilePattern> ALL = Optional.of(new FilePattern("**"));

    private final Report report;
    private final Race race;
    private final StagingDesk desk;
    private final SshServer host;
    private final Path far;
    private final List<Path> fetched = new ArrayList<>();

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

    private void one() throws Exception {
        Path big = far.resolve("big");
        write(big, report.quick() ? 100_000_000 : 1_000_000_000, new Random(1));
        Path rival = desk.run().resolve("rival");
        Path arrived = far.resolve("arrived");
        Race.Way fetch = () -> desk.fetch(big, "big", Optional.empty());
        Race.Way deliver = () -> desk.deliver("big", arrived, Optional.empty());
        String copyDown = scp("", remote(big), rival);
        String copyUp = scp("", rival, remote(far.resolve("rival")));
        Race.Times down = race.run("ssh_down", fetch, () -> race.shell(copyDown));
        Race.same(desk.run().resolve("big"), big);
        Race.Times up = race.run("ssh_up", deliver, () -> race.shell(copyUp));
        Race.same(arrived, big);
        race.report("ssh_vs_openssh", 1.0, worse(down, up));
        race.report(
                "ssh_vs_openssh_hashed",
                worse(
                        race.run("ssh_down_hashed", fetch, () -> race.shell(copyDown + sums(big, rival))),
                        race.run(
                                "ssh_up_hashed",
                                deliver,
                                () -> race.shell(copyUp + sums(far.resolve("rival"), rival)))));
        for (Path file :
                List.of(big, arrived, far.resolve("rival"), rival, desk.run().resolve("big"))) {
            Files.delete(file);
        }
    }

    private Race.Times worse(Race.Times down, Race.Times up) {
        for (Race.Times times : List.of(down, up)) {
            report.figure(times.key() + "_ratio", Report.median(times.ratios()), "");
        }
        return Report.median(down.ratios()) < Report.median(up.ratios()) ? down : up;
    }

    /**
     * Returns the part of a good script that checks that both files are equal: SHA-256 on both sides, in parallel and
     * by OpenSSL.
     */
    private String sums(Path there, Path here) {
        return " && exec 3< <(" + ssh(host) + " openssl dgst -sha256 -r '" + there + "' | cut -c1-64)"
                + " && here=$(openssl dgst -sha256 -r '" + here + "' | cut -c1-64)"
                + " && read -r there <&3 && test \"$there\" = \"$here\"";
    }

    private void many() throws Exception {
        Path small = Files.createDirectories(far.resolve("small"));
        Random random = new Random(2);
        for (int i = 0; i < SMALL_FILES; i++) {
            write(small.resolve("file-" + i), SMALL_BYTES, random);
        }
        Race.Way fetch = () -> desk.fetch(small, fresh("ours").getFileName().toString(), ALL);
        Race.Way copy = () -> race.shell(scp("-r", remote(small), fresh("theirs")));
        // The races are so short that compiling would be a good part of the first one; a service runs for months.
        fetch.go();
        copy.go();
        race.compare("ssh_many_vs_openssh", 2.0, fetch, copy);
        for (Path folder : fetched) {
            for (int i = 0; i < SMALL_FILES; i++) {
                Race.same(folder.resolve("file-" + i), small.resolve("file-" + i));
            }
            TemporaryFolders.delete(folder);
        }
        TemporaryFolders.delete(small);
    }

    /** Returns a new folder for each round, as each job has one. */
    private Path fresh(String name) {
        fetched.add(desk.run().resolve(name + "-" + fetched.size()));
        return fetched.get(fetched.size() - 1);
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

    /** Returns the command without its files. */
    static String scp(SshServer host, String options) {
        return "scp -q -P " + host.port() + login(host) + " " + options;
    }

    private static String ssh(SshServer host) {
        return "ssh -p " + host.port() + login(host) + " " + host.user() + "@127.0.0.1";
    }

    private static String login(SshServer host) {
        return " -c " + CIPHER + " -i '" + host.clientKey() + "' -o UserKnownHostsFile='" + host.knownHosts()
                + "' -o IdentitiesOnly=yes -o BatchMode=yes";
    }
}
