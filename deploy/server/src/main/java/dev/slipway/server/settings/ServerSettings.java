package dev.slipway.server.settings;

import dev.slipway.callback.CallbackSettings;
import dev.slipway.gateway.blocks.BlockFormat;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.OwnLogins;
import dev.slipway.run.MpirunSettings;
import dev.slipway.server.home.HomeFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Holds all keys under {@code slipway}. {@code slipway-defaults.yaml} documents the keys and holds the same defaults;
 * {@link SettingsCheck} says which values are allowed. An unknown key stops the start.
 *
 * @param home the service's folder
 * @param address to listen on
 * @param port to listen on; 0 takes a free one
 * @param tlsNames host names and addresses in the certificate made at the first start
 * @param tls a key of the operator's own in place of the one made at the first start
 * @param applicationFolders folders of programs that jobs may run; empty: where {@code slipway serve} puts its kernels
 *     in the home folder
 * @param guard the program {@code slipway-guard}, outside of all application folders; empty: the one that serve puts
 *     there
 * @param mpirun the launch command
 * @param streamLauncher the program {@code stream-launch}; empty: the one beside the guard
 * @param cgroup a folder of cgroup v2 in which each run gets a separate group; empty: no groups
 * @param runAs user numbers FIRST-LAST, of which each run takes one for itself when the service is root
 * @param runsAsService whether a service that runs as an ordinary user, and so do its runs, accepts jobs of users other
 *     than operators
 */
@ConfigurationProperties(prefix = "slipway", ignoreUnknownFields = false)
public record ServerSettings(
        @DefaultValue("") Path home,
        @DefaultValue("127.0.0.1") String address,
        @DefaultValue("8443") int port,
        @DefaultValue({"localhost", "127.0.0.1"}) List<String> tlsNames,
        @DefaultValue Tls tls,
        @DefaultValue Store store,
        @DefaultValue Map<String, Source> sources,
        @DefaultValue Map<String, Host> hosts,
        @DefaultValue Map<String, Site> sites,
        @DefaultValue Map<String, Path> folders,
        Map<String, PartitionSettings> partitions,
        @DefaultValue Map<String, ClusterSection> clusters,
        @DefaultValue List<Path> applicationFolders,
        @DefaultValue("") Path guard,
        @DefaultValue("mpirun.openmpi") String mpirun,
        @DefaultValue("") Path streamLauncher,
        @DefaultValue("") Path cgroup,
        @DefaultValue("1900000000-1900000999") String runAs,
        @DefaultValue("false") boolean runsAsService,
        @DefaultValue Queue queue,
        @DefaultValue Limits limits,
        @DefaultValue RetentionSettings retention,
        @DefaultValue CallbackHosts callbacks,
        @DefaultValue MailSection mail,
        @DefaultValue UploadLimits uploads,
        @DefaultValue Blocks blocks,
        @DefaultValue Audit audit) {

    public ServerSettings {
        home = given(home);
        cgroup = given(cgroup);
        guard = orElse(given(guard), home.resolve("kernels/libexec/slipway-guard"));
        streamLauncher = orElse(given(streamLauncher), MpirunSettings.streamLauncherOf(guard));
        tlsNames = List.copyOf(tlsNames);
        sources = ordered(sources);
        hosts = ordered(hosts);
        sites = ordered(sites);
        folders = ordered(folders);
        partitions = partitions == null || partitions.isEmpty()
                ? Map.of("local", PartitionSettings.STANDARD)
                : ordered(partitions);
        clusters = ordered(clusters);
        applicationFolders =
                applicationFolders.isEmpty() ? List.of(home.resolve("kernels/bin")) : List.copyOf(applicationFolders);
    }

    /** Returns the folder of cgroup v2 in which each run gets a separate group; empty: no groups. */
    public Optional<Path> groupOfRuns() {
        return Optional.of(cgroup).filter(folder -> !folder.toString().isEmpty());
    }

    /**
     * Holds the settings of the records that are kept for auditors outside of the store.
     *
     * @param heads the file for the signed heads of checkpoints; empty: one in the home folder
     * @param syslog receiver of each head as well, as HOST:PORT; empty: no receiver
     */
    public record Audit(
            @DefaultValue("") Path heads, @DefaultValue("") String syslog) {
        public Audit {
            heads = ServerSettings.given(heads);
        }
    }

    private static Path orElse(Path path, Path standard) {
        return path.toString().isEmpty() ? standard : path;
    }

    /** Replaces the null that the binder gives for an empty path. */
    static Path given(Path path) {
        return path == null ? Path.of("") : path;
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /**
     * Names a TLS key of the operator's own, as PEM files.
     *
     * @param certificate followed by the certificates that lead to its authority; empty: the service makes its own
     * @param key of the certificate
     */
    public record Tls(
            @DefaultValue("") Path certificate,
            @DefaultValue("") Path key) {
        public Tls {
            certificate = ServerSettings.given(certificate);
            key = ServerSettings.given(key);
        }

        /** Returns whether the operator provides a key. */
        public boolean given() {
            return !certificate.toString().isEmpty();
        }
    }

    /**
     * Says where jobs and accounts are kept.
     *
     * @param url of an external PostgreSQL; empty: the embedded one in the home folder
     * @param embeddedAs user under which a root service runs the embedded one; empty: slipway-db, postgres or nobody
     */
    public record Store(
            @DefaultValue("") String url,
            @DefaultValue("") String user,
            @DefaultValue("") Path passwordFile,
            @DefaultValue("") String embeddedAs) {

        public Store {
            passwordFile = given(passwordFile);
        }

        /** Returns whether this service brings its own database. */
        public boolean embedded() {
            return url.isEmpty();
        }
    }

    /**
     * Describes a database that documents may name.
     *
     * @param url the address of the database as its driver takes it, without a user and a password
     * @param user the login at the database, for users without a login of their own
     * @param passwordFile a file with the password of that user on one line
     * @param driver class of the driver in the folder {@code drivers}; empty: the driver that accepts the url
     * @param readOnlyUser whether the user has no right to write
     * @param logins of single users of the service, each for this user alone; a list, because a key of YAML loses some
     *     characters of a name
     * @param rolePerUser whether users without such a login are refused
     */
    public record Source(
            @DefaultValue("") String url,
            @DefaultValue("") String user,
            @DefaultValue("") Path passwordFile,
            @DefaultValue("") String driver,
            @DefaultValue("false") boolean readOnlyUser,
            @DefaultValue List<SourceLogin> logins,
            @DefaultValue("false") boolean rolePerUser) {
        static final String POSTGRES = "jdbc:postgresql:";

        public Source {
            passwordFile = given(passwordFile);
            logins = List.copyOf(logins);
        }

        /** Returns the logins of single users. */
        public OwnLogins ownLogins() {
            return new OwnLogins(
                    rolePerUser, logins.stream().collect(Collectors.toMap(SourceLogin::name, SourceLogin::login)));
        }

        /** Returns whether the database is a PostgreSQL, for which the service has the driver. */
        public boolean postgres() {
            return url.startsWith(POSTGRES);
        }

        /** Returns the driver, in the home folder, of a database that is no PostgreSQL. */
        public BroughtDriver brought(Path home) {
            return new BroughtDriver(
                    HomeFolder.drivers(home), Optional.of(driver).filter(name -> !name.isEmpty()), readOnlyUser);
        }
    }

    /**
     * Describes a login of one user at a database.
     *
     * @param name the user of the service
     * @param user the user of the database
     * @param passwordFile a file with the password of the database's user
     */
    public record SourceLogin(
            @DefaultValue("") String name,
            @DefaultValue("") String user,
            @DefaultValue("") Path passwordFile) {
        public SourceLogin {
            passwordFile = given(passwordFile);
        }

        OwnLogins.Login login() {
            return new OwnLogins.Login(user, passwordFile);
        }
    }

    /**
     * Describes a host that documents may name.
     *
     * @param address the host's name or IP address
     * @param port the port of the host's sshd
     * @param user the user who logs in on the host
     * @param identityFile the file of the user's key; empty for a user with a password
     * @param passphraseFile a file with the passphrase of the key; empty for a key without one
     * @param passwordFile a file with the user's password; empty for a user with a key
     * @param knownHostsFile a file with the host's key, as {@code ssh-keyscan} prints it
     * @param documentCredentials whether documents may name other users there, each with a sealed password
     * @param folder the folder on that host above which no document's path leads
     */
    public record Host(
            @DefaultValue("") String address,
            @DefaultValue("22") int port,
            @DefaultValue("") String user,
            @DefaultValue("") Path identityFile,
            @DefaultValue("") Path passphraseFile,
            @DefaultValue("") Path passwordFile,
            @DefaultValue("") Path knownHostsFile,
            @DefaultValue("false") boolean documentCredentials,
            @DefaultValue("/") String folder) {
        public Host {
            identityFile = given(identityFile);
            passphraseFile = given(passphraseFile);
            passwordFile = given(passwordFile);
            knownHostsFile = given(knownHostsFile);
        }
    }

    /**
     * Describes a web address that documents may name.
     *
     * @param url the address that begins each path of a document
     * @param bearerFile a file with a token, for a site that takes one
     * @param user the user, for a site that takes user and password
     * @param passwordFile a file with the password of that user
     * @param caFile certificates of the authorities by which the site's own is checked; empty: those of the Java
     *     runtime
     * @param posts whether documents may send bodies to the site, and not only ask by URL
     */
    public record Site(
            @DefaultValue("") String url,
            @DefaultValue("") Path bearerFile,
            @DefaultValue("") String user,
            @DefaultValue("") Path passwordFile,
            @DefaultValue("") Path caFile,
            @DefaultValue("false") boolean posts) {
        public Site {
            bearerFile = given(bearerFile);
            passwordFile = given(passwordFile);
            caFile = given(caFile);
        }

        /** Returns whether calls of the site carry a secret. */
        public boolean secret() {
            return !bearerFile.toString().isEmpty() || !passwordFile.toString().isEmpty();
        }
    }

    /**
     * @param policy overlap, strict or sequence
     */
    public record Queue(@DefaultValue("overlap") String policy) {}

    /**
     * @param jobsStagingIn jobs that stage in at once
     * @param jobsPerUser jobs of one user that may be let in and not ended
     * @param jobsPerSweep jobs of one sweep, which are submitted together
     * @param waitingJobsPerUser jobs of one user that may wait to be let in
     * @param documentBytesPerUser bytes of one user's documents, and of the requests of that user's jobs, that the
     *     store keeps
     * @param scratchBytes size of all run folders together at which no further job is let in; 0: no limit
     * @param stepsAtOnce staging steps that move at once, over all jobs
     * @param stepsPerJob staging steps of one job that move at once
     * @param stepsPerUser staging steps of one user's jobs that move at once
     * @param hostTransfers fetches from one ssh host at once, and as many deliveries to the host
     * @param databaseConnections to one source for reading, and as many again for storing
     * @param connectTimeout until a source, host or site counts as unreachable
     * @param statementTimeout after which a source ends a statement
     * @param sshIdleTimeout of silence after which an ssh host is asked for a sign of life
     * @param sshKept time for which an unused ssh connection stays open for the next step
     * @param httpIdleTimeout of silence after which the answer of a site is given up
     * @param stepIdleTime without progress after which a step is broken off and tried again; zero: never
     * @param stepLeastRate least bytes a second over that time; a slower step is broken off too
     * @param placeChecks interval at which each source, host, site and folder is asked whether it lets the service in;
     *     zero: only when needed
     * @param longestOutage after which a job that waits for a database, a host or the cluster is given up
     * @param jobBytes that one run folder may hold and one job's results may come to
     * @param jobEntries files and folders that one run folder may hold
     * @param spareEntries files and folders that can still be made on those file systems
     * @param spareSpace left free on the file systems of run folders and results
     * @param killGrace between asking a run to end and killing it
     * @param loginTime after which the token of a login lets nobody in any more
     */
    public record Limits(
            @DefaultValue("4") int jobsStagingIn,
            @DefaultValue("50") int jobsPerUser,
            @DefaultValue("1000") int jobsPerSweep,
            @DefaultValue("100000") int waitingJobsPerUser,
            @DefaultValue("1GB") DataSize documentBytesPerUser,
            @DefaultValue("0B") DataSize scratchBytes,
            @DefaultValue("8") int stepsAtOnce,
            @DefaultValue("4") int stepsPerJob,
            @DefaultValue("6") int stepsPerUser,
            @DefaultValue("4") int hostTransfers,
            @DefaultValue("4") int databaseConnections,
            @DefaultValue("10s") Duration connectTimeout,
            @DefaultValue("2h") Duration statementTimeout,
            @DefaultValue("20s") Duration sshIdleTimeout,
            @DefaultValue("1m") Duration sshKept,
            @DefaultValue("60s") Duration httpIdleTimeout,
            @DefaultValue("150m") Duration stepIdleTime,
            @DefaultValue("0B") DataSize stepLeastRate,
            @DefaultValue("1m") Duration placeChecks,
            @DefaultValue("48h") Duration longestOutage,
            @DefaultValue("64GB") DataSize jobBytes,
            @DefaultValue("100000") int jobEntries,
            @DefaultValue("64MB") DataSize spareSpace,
            @DefaultValue("1000") int spareEntries,
            @DefaultValue("10s") Duration killGrace,
            @DefaultValue("8h") Duration loginTime) {}

    /**
     * Says how long files outlive their job, from the job's end.
     *
     * @param runFolders the staged files of jobs that failed or were cancelled; zero removes them at once
     * @param results results, stdout and stderr
     */
    public record RetentionSettings(
            @DefaultValue("24h") Duration runFolders,
            @DefaultValue("30d") Duration results) {}

    /**
     * @param largest bytes of one upload
     * @param perUser bytes of all uploads that are kept of one user
     * @param keep time for which an upload is kept after its last use; longer while a job needs the upload
     */
    public record UploadLimits(
            @DefaultValue("4MB") DataSize largest,
            @DefaultValue("64MB") DataSize perUser,
            @DefaultValue("7d") Duration keep) {}

    /**
     * Says how files are packed into blocks.
     *
     * @param size uncompressed bytes of a full block, at most {@link BlockFormat#MOST_BYTES}
     * @param level of deflate, 0 to 9
     */
    public record Blocks(
            @DefaultValue("16KB") DataSize size,
            @DefaultValue("1") int level) {}

    /**
     * @param hosts that may be called back, as HOST:PORT; empty: no callbacks
     * @param giveUp time from the job's end after which an undelivered callback is given up
     */
    public record CallbackHosts(
            @DefaultValue List<String> hosts,
            @DefaultValue("24h") Duration giveUp) {
        public CallbackHosts {
            hosts = List.copyOf(hosts);
        }

        /** Returns the settings of callbacks. */
        public CallbackSettings settings() {
            return CallbackSettings.to(hosts, giveUp);
        }
    }
}
