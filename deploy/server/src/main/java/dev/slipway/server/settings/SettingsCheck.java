package dev.slipway.server.settings;

import dev.slipway.dispatch.DispatchSettings;
import dev.slipway.gateway.blocks.BlockFormat;
import dev.slipway.queue.QueueSettings;
import dev.slipway.server.settings.ServerSettings.Blocks;
import dev.slipway.server.settings.ServerSettings.Limits;
import dev.slipway.server.settings.ServerSettings.Site;
import dev.slipway.server.settings.ServerSettings.Source;
import dev.slipway.server.settings.ServerSettings.UploadLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;

/** Finds every key with an unusable value before anything is started. A bad value is never repaired. */
public final class SettingsCheck {
    private static final DataSize LEAST_JOB = DataSize.ofMegabytes(16);
    private static final DataSize LEAST_DOCUMENTS = DataSize.ofMegabytes(64);
    /** The smallest block; headers would be most of a file with smaller ones. */
    private static final int LEAST_BLOCK = 512;

    private static final Duration LEAST_CHECK = Duration.ofSeconds(10);
    private static final DataSize LARGEST_UPLOAD = DataSize.ofMegabytes(5);
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}";

    private final List<InvalidSettings.Finding> findings = new ArrayList<>();

    private SettingsCheck() {}

    /** Throws {@link InvalidSettings} with all findings. */
    public static void require(ServerSettings settings) {
        SettingsCheck check = new SettingsCheck();
        check.listening(settings);
        check.tls(settings.tls());
        check.store(settings.store());
        settings.sources().forEach(new SourceCheck(check, settings.home())::source);
        settings.hosts().forEach(new HostCheck(check)::host);
        settings.sites().forEach(check::site);
        settings.folders().forEach(check::folder);
        settings.partitions().forEach(new PartitionCheck(check)::partition);
        settings.clusters().forEach(new ClusterCheck(check, settings)::cluster);
        settings.partitions().forEach(new ClusterCheck(check, settings)::partition);
        settings.partitions().forEach(new HostsCheck(check, settings)::partition);
        check.programs(settings);
        check.policy(settings.queue().policy());
        check.limits(settings.limits());
        new AftermathCheck(check).aftermath(settings);
        check.uploads(settings.uploads());
        check.blocks(settings.blocks());
        if (!check.findings.isEmpty()) {
            throw new InvalidSettings(check.findings);
        }
    }

    private void listening(ServerSettings settings) {
        absolute("home", settings.home(), "Give an absolute path, as --slipway.home=/var/lib/slipway.");
        port("port", settings.port(), 0);
        try {
            InetAddress.getByName(settings.address());
        } catch (UnknownHostException e) {
            wrong(
                    "address",
                    "no address of this name: " + settings.address(),
                    "Give an address of this machine, as 127.0.0.1.");
        }
        if (settings.address().isBlank()) {
            wrong("address", "it is empty", "Give an address of this machine, as 127.0.0.1.");
        }
        if (settings.tlsNames().isEmpty()
                || settings.tlsNames().stream().anyMatch(name -> !name.matches(NAME + "|[0-9a-fA-F:]+"))) {
            wrong(
                    "tls-names",
                    "these are not host names: " + settings.tlsNames(),
                    "List the names under which clients call.");
        }
    }

    /** Checks the paths of a TLS key. The content of the files is checked when they are read. */
    private void tls(ServerSettings.Tls tls) {
        if (tls.given() || !tls.key().toString().isEmpty()) {
            file("tls.certificate", tls.certificate());
            file("tls.key", tls.key());
        }
    }

    private void store(ServerSettings.Store store) {
        if (store.embedded()) {
            if (!store.user().isEmpty() || !store.passwordFile().toString().isEmpty()) {
                wrong("store.url", "it is empty, but a user or password file is set", "Give the URL too, or neither.");
            }
            return;
        }
        if (!SourceCheck.showsSecret(this, "store", store.url()) && !store.url().startsWith(Source.POSTGRES)) {
            wrong(
                    "store.url",
                    "not a PostgreSQL address: \"" + store.url() + "\"",
                    "Write jdbc:postgresql://HOST:PORT/DATABASE.");
        }
        SourceCheck.user(this, "store", store.user(), store.passwordFile());
    }

    private void site(String name, Site site) {
        String key = "sites." + name;
        name("sites", name);
        siteAddress(key + ".url", site.url())
                .filter(url -> site.secret() && isClear(url))
                .ifPresent(url -> wrong(
                        key + ".url",
                        "a secret would go to it in the clear: " + url,
                        "Write https://, or leave out the secret."));
        boolean bearer = !site.bearerFile().toString().isEmpty();
        boolean password = !site.passwordFile().toString().isEmpty();
        if (bearer && password || password == site.user().isEmpty()) {
            wrong(
                    key,
                    "user and password-file go together, and without a bearer-file",
                    "Set both, or the bearer-file, or none.");
        }
        Stream.of(
                        Map.entry(".bearer-file", site.bearerFile()),
                        Map.entry(".password-file", site.passwordFile()),
                        Map.entry(".ca-file", site.caFile()))
                .filter(file -> !file.getValue().toString().isEmpty())
                .forEach(file -> file(key + file.getKey(), file.getValue()));
    }

    private static boolean isClear(URI url) {
        return url.getScheme().equals("http") && !url.getHost().matches("localhost|127\\..*|\\[::1]");
    }

    /** Reads the address of a site; empty for a faulty one, which is then reported. */
    private Optional<URI> siteAddress(String key, String text) {
        try {
            URI url = new URI(text);
            boolean fits = ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null
                    && url.getRawPath().endsWith("/")
                    && url.normalize().equals(url);
            if (fits) {
                return Optional.of(url);
            }
        } catch (URISyntaxException e) {
            // The fault is reported below, as for all others.
        }
        wrong(
                key,
                text.contains("@") ? "it holds a user or a password" : "not the address of a site: \"" + text + "\"",
                "Write https://HOST/PATH/ with a / at its end, and no user or query.");
        return Optional.empty();
    }

    private void folder(String name, Path folder) {
        name("folders", name);
        absolute("folders." + name, folder, "Give the absolute path of a folder, as /srv/shared.");
    }

    private void programs(ServerSettings settings) {
        String remedy = "List folders that hold the programs which jobs may run.";
        for (Path folder : settings.applicationFolders()) {
            absolute("application-folders", folder, remedy);
            if (folder.isAbsolute() && !Files.isDirectory(folder)) {
                wrong("application-folders", "no such folder: " + folder, remedy);
            }
        }
        guard(settings.guard(), settings.applicationFolders());
        text("mpirun", settings.mpirun());
        absolute("stream-launcher", settings.streamLauncher(), "Give the path of stream-launch, or nothing.");
        text("run-as", settings.runAs());
        settings.groupOfRuns().ifPresent(this::cgroup);
    }

    /** Checks that the service can make groups in the folder of cgroups. */
    private void cgroup(Path folder) {
        String remedy = "Give the path of a folder of cgroup v2 that the service may write, as /sys/fs/cgroup/slipway.";
        absolute("cgroup", folder, remedy);
        if (folder.isAbsolute() && !Files.isWritable(folder.resolve("cgroup.procs"))) {
            wrong("cgroup", "no group in which the service can make others: " + folder, remedy);
        }
    }

    /**
     * Checks the guard. The guard can be root, so a job must not be able to run the guard with arguments of its own.
     */
    private void guard(Path guard, List<Path> applicationFolders) {
        absolute("guard", guard, "Give the path of slipway-guard.");
        if (guard.isAbsolute() && !Files.isExecutable(guard)) {
            wrong("guard", "no such program: " + guard, "Give the path of slipway-guard.");
            return;
        }
        applicationFolders.stream()
                .filter(folder -> guard.isAbsolute() && folder.isAbsolute() && lies(guard, folder))
                .findFirst()
                .ifPresent(folder -> wrong(
                        "guard",
                        guard + " lies inside the application folder " + folder + ", where a job can name it",
                        "Move slipway-guard to a folder that is no application folder, as libexec."));
    }

    /** Returns whether a file lies in a folder, by the paths as written or with all symbolic links followed. */
    private static boolean lies(Path file, Path folder) {
        return file.normalize().startsWith(folder.normalize()) || real(file).startsWith(real(folder));
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.normalize(); // a missing path has a finding of its own
        }
    }

    private void policy(String policy) {
        if (QueueSettings.Order.named(policy).isEmpty()) {
            wrong("queue.policy", "there is no policy " + policy, "Choose overlap, strict or sequence.");
        }
    }

    private void limits(Limits limits) {
        atLeastOne("limits.jobs-staging-in", limits.jobsStagingIn());
        atLeastOne("limits.jobs-per-user", limits.jobsPerUser());
        atLeastOne("limits.jobs-per-sweep", limits.jobsPerSweep());
        atLeastOne("limits.waiting-jobs-per-user", limits.waitingJobsPerUser());
        if (limits.documentBytesPerUser().toBytes() < LEAST_DOCUMENTS.toBytes()) {
            wrong(
                    "limits.document-bytes-per-user",
                    limits.documentBytesPerUser() + " is less than " + LEAST_DOCUMENTS
                            + ", which one document and its request may have",
                    "Give a size, as 1GB.");
        }
        if (limits.scratchBytes().isNegative()) {
            wrong("limits.scratch-bytes", limits.scratchBytes() + " is negative", "Give a size, as 500GB, or 0.");
        }
        atLeastOne("limits.steps-at-once", limits.stepsAtOnce());
        atLeastOne("limits.steps-per-job", limits.stepsPerJob());
        atLeastOne("limits.steps-per-user", limits.stepsPerUser());
        atLeastOne("limits.host-transfers", limits.hostTransfers());
        atLeastOne("limits.database-connections", limits.databaseConnections());
        atLeastOneSecond("limits.connect-timeout", limits.connectTimeout());
        atLeastOneSecond("limits.statement-timeout", limits.statementTimeout());
        atLeastOneSecond("limits.ssh-idle-timeout", limits.sshIdleTimeout());
        atLeastOneSecond("limits.ssh-kept", limits.sshKept());
        atLeastOneSecond("limits.http-idle-timeout", limits.httpIdleTimeout());
        stalls(limits);
        placeChecks(limits.placeChecks());
        longestOutage(limits.longestOutage());
        atLeastOneSecond("limits.kill-grace", limits.killGrace());
        atLeastOneSecond("limits.login-time", limits.loginTime());
        if (limits.jobBytes().toBytes() < LEAST_JOB.toBytes()) {
            wrong(
                    "limits.job-bytes",
                    limits.jobBytes() + " is less than " + LEAST_JOB + ", which one MPI program needs for itself",
                    "Give a size, as 64GB.");
        }
        atLeastOne("limits.job-entries", limits.jobEntries());
        if (limits.spareEntries() < 0) {
            wrong("limits.spare-entries", limits.spareEntries() + " is negative", "Give a number, as 1000, or 0.");
        }
        if (limits.spareSpace().isNegative()) {
            wrong("limits.spare-space", limits.spareSpace() + " is negative", "Give a size, as 64MB.");
        }
    }

    private void stalls(Limits limits) {
        if (!limits.stepIdleTime().isZero()) {
            atLeastOneSecond("limits.step-idle-time", limits.stepIdleTime());
            if (limits.stepIdleTime().compareTo(limits.statementTimeout().plus(limits.connectTimeout())) <= 0) {
                wrong(
                        "limits.step-idle-time",
                        limits.stepIdleTime() + " is no longer than a statement may compute before its first row",
                        "Give more than limits.statement-timeout and limits.connect-timeout together, or 0 for never.");
            }
        }
        if (limits.stepLeastRate().isNegative()) {
            wrong("limits.step-least-rate", limits.stepLeastRate() + " is negative", "Give a size, as 10KB, or 0.");
        }
    }

    private void placeChecks(Duration each) {
        if (!each.isZero() && each.compareTo(LEAST_CHECK) < 0) {
            wrong(
                    "limits.place-checks",
                    each + " is too often: a check logs in at each place",
                    "Give at least " + LEAST_CHECK.toSeconds() + "s, as 1m, or 0 for no checks.");
        }
    }

    private void longestOutage(Duration longest) {
        Duration least = DispatchSettings.DEFAULTS.lastRetry();
        if (longest.compareTo(least) < 0) {
            wrong(
                    "limits.longest-outage",
                    longest + " is shorter than the wait between two tries",
                    "Give at least " + least.toSeconds() + "s, as 48h.");
        }
    }

    /** Checks the limits of uploads. An upload is one call, in base64, and the service reads no larger call. */
    private void uploads(UploadLimits uploads) {
        if (uploads.largest().toBytes() < 1 || uploads.largest().toBytes() > LARGEST_UPLOAD.toBytes()) {
            wrong(
                    "uploads.largest",
                    uploads.largest() + " is not from 1 byte to " + LARGEST_UPLOAD + ", which one call can bring",
                    "Give a size, as 4MB.");
        }
        if (uploads.perUser().compareTo(uploads.largest()) < 0) {
            wrong(
                    "uploads.per-user",
                    uploads.perUser() + " is less than one upload may have",
                    "Give at least as much as uploads.largest.");
        }
        atLeastOneSecond("uploads.keep", uploads.keep());
    }

    private void blocks(Blocks blocks) {
        if (blocks.size().toBytes() < LEAST_BLOCK || blocks.size().toBytes() > BlockFormat.MOST_BYTES) {
            wrong(
                    "blocks.size",
                    blocks.size() + " is not from " + LEAST_BLOCK + "B to " + BlockFormat.MOST_BYTES + "B",
                    "Give a size, as 16KB.");
        }
        if (blocks.level() < 0 || blocks.level() > BlockFormat.MOST_LEVEL) {
            wrong(
                    "blocks.level",
                    blocks.level() + " is not from 0 to " + BlockFormat.MOST_LEVEL,
                    "Give a level of deflate: 1 is quick, 9 packs best.");
        }
    }

    void name(String key, String name) {
        if (!name.matches(NAME)) {
            wrong(key, "not a name: \"" + name + "\"", "Use letters, digits, dots, dashes and underscores.");
        }
    }

    void text(String key, String value) {
        if (value.isBlank()) {
            wrong(key, "it is empty", "Give a value.");
        }
    }

    void port(String key, int port, int least) {
        if (port < least || port > 65535) {
            wrong(key, port + " is not a port", "Give a number from 1 to 65535.");
        }
    }

    void absolute(String key, Path path, String remedy) {
        if (!path.isAbsolute()) {
            wrong(key, path.toString().isEmpty() ? "it is empty" : "not absolute: " + path, remedy);
        }
    }

    void file(String key, Path file) {
        String remedy = "Give the absolute path of a file that the service can read.";
        absolute(key, file, remedy);
        if (file.isAbsolute() && !Files.isReadable(file)) {
            wrong(key, "cannot be read: " + file, remedy);
        }
    }

    void atLeastOne(String key, int count) {
        if (count < 1) {
            wrong(key, count + " is less than 1", "Allow at least one.");
        }
    }

    void atLeastOneSecond(String key, Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            wrong(key, duration + " is less than a second", "Give a time, as 10s, 5m or 2h.");
        }
    }

    void wrong(String key, String fault, String remedy) {
        findings.add(new InvalidSettings.Finding("slipway." + key, fault, remedy));
    }
}
