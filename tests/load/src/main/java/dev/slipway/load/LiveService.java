package dev.slipway.load;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Runs the shipped service as a separate process, in a separate home folder, on an embedded database, over TLS. */
final class LiveService implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);

    /** The field of {@code /proc/PID/task/TID/stat} with the time in user mode, counted after the name. */
    private static final int USER_TICKS = 11;

    /** The number of times there: in user and in system mode, and both again for ended children. */
    private static final int TIMES = 4;

    private static final double TICKS_PER_SECOND = 100;

    private final Path home;
    private final Process process;
    private final int port;
    private final SSLSocketFactory sockets;

    private LiveService(Path home, Process process, int port, SSLSocketFactory sockets) {
        this.home = home;
        this.process = process;
        this.port = port;
        this.sockets = sockets;
    }

    /**
     * Starts the service and waits for the first answer.
     *
     * @param command that serves {@code home}, with a free port of its own choice
     */
    static LiveService start(List<String> command, Path home) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("service.out").toFile());
        builder.environment().putAll(Map.of("SLIPWAY_HOME", home.toString(), "SLIPWAY_BUILT", "yes"));
        Process process = builder.start();
        // The service ends with this program, however this program ends.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        Path profile = home.resolve("profile");
        await("the service", START, () -> {
            if (!process.isAlive()) {
                throw new IllegalStateException("the service ended at its start; see " + home + "/service.out");
            }
            return Files.isReadable(profile) && answers(profile);
        });
        try {
            return new LiveService(home, process, port(profile), trust(home.resolve("ca.pem")));
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the service's certificate", e);
        }
    }

    /**
     * Makes a program of this name in the folder {@code programs} beside {@code home}. The program runs until the
     * returned file is deleted.
     */
    static Path waitingProgram(Path home, String name) throws IOException {
        Path programs = Files.createDirectories(home.resolveSibling("programs"));
        Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path going = Files.createFile(programs.resolve("going"));
        Path program = Files.writeString(
                programs.resolve(name), "#!/bin/sh\nwhile [ -e " + going + " ]; do sleep 0.5; done\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return going;
    }

    /** Waits until no process of a run of this service is left. */
    static void awaitLastRun(Path home) throws InterruptedException {
        // The benchmark's own command line has the command of the service.
        await("the end of the last run", Duration.ofSeconds(60), () -> ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .flatMap(process -> process.info().commandLine().stream())
                .noneMatch(line -> line.contains(home + "/")));
    }

    /** Returns the processor time that the compilers of the service's machine have used. */
    double compilerSeconds() throws IOException {
        double ticks = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.matches("(?s)\\d+ \\(C[12] Compiler.*")) {
                    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                    ticks += Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
                }
            }
        }
        return ticks / TICKS_PER_SECOND;
    }

    /** Returns the processor time that the service, its database and the commands that it has called have used. */
    double processorSeconds() throws IOException {
        List<ProcessHandle> processes = new ArrayList<>(List.of(process.toHandle()));
        try (Stream<Path> files = Files.walk(home.resolve("data"), 3)) {
            for (Path file : files.filter(one -> one.endsWith("postmaster.pid")).toList()) {
                long postmaster = Long.parseLong(Files.readAllLines(file).get(0).strip());
                ProcessHandle.of(postmaster).ifPresent(server -> {
                    processes.add(server);
                    server.children().forEach(processes::add);
                });
            }
        }
        double ticks = 0;
        for (ProcessHandle one : processes) {
            ticks += ticks(Path.of("/proc/" + one.pid() + "/stat"));
        }
        return ticks / TICKS_PER_SECOND;
    }

    /** Returns the time of a process and of its ended children; 0 if the process has ended. */
    private static long ticks(Path file) throws IOException {
        try {
            String stat = Files.readString(file);
            return Arrays.stream(stat.substring(stat.lastIndexOf(')') + 2).split(" "))
                    .skip(USER_TICKS)
                    .limit(TIMES)
                    .mapToLong(Long::parseLong)
                    .sum();
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static boolean answers(Path profile) {
        try (Socket socket = new Socket("127.0.0.1", port(profile))) {
            return socket.isConnected();
        } catch (IOException | NumberFormatException e) {
            return false;
        }
    }

    private static int port(Path profile) throws IOException {
        return Integer.parseInt(Files.readString(profile).replaceAll("(?s).*https://[^:]+:(\\d+)/.*", "$1"));
    }

    private static SSLSocketFactory trust(Path certificate) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "slipway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls.getSocketFactory();
    }

    /** Returns a connection that is not open yet. */
    HttpConnection connection(Duration patience) {
        return new HttpConnection(sockets, port, patience);
    }

    /** Returns calls as the first operator. */
    Calls calls() throws IOException {
        return new Calls("operator", operatorPassword());
    }

    String operatorPassword() throws IOException {
        return Files.readString(home.resolve("operator.password")).strip();
    }

    Path home() {
        return home;
    }

    String log() throws IOException {
        return Files.readString(home.resolve("log/slipway.log"));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns the processor seconds of the service's Java process so far, without the database's. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /**
     * Returns the time that the threads for calls have been ready to run while no processor was free, all together and
     * so far. For the only caller this is the part of an answer's time that other work on the machine took.
     */
    long waitedForProcessorNanos() throws IOException {
        long nanos = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + process.pid() + "/task"))) {
            for (Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).startsWith("https-jsse-nio")) {
                    nanos += waitedNanos(thread);
                }
            }
        }
        return nanos;
    }

    /** Returns the same time for the calling thread. */
    static long myWaitNanos() throws IOException {
        return waitedNanos(Path.of("/proc/thread-self"));
    }

    private static long waitedNanos(Path thread) throws IOException {
        return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[1]);
    }

    /** Returns the used megabytes of the service's heap, after a full collection. */
    double heapMegabytes() throws IOException, InterruptedException {
        Process counter = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                        Long.toString(process.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = Await.output(counter);
        counter.waitFor();
        String total = histogram.substring(Math.max(0, histogram.lastIndexOf("Total")));
        String[] words = total.strip().split("\\s+");
        if (words.length != 3) {
            throw new IOException("jcmd counted nothing: " + histogram);
        }
        return Long.parseLong(words[2]) / 1e6;
    }

    /** Ends the service in order; runs go on. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void await(String what, Duration limit, BooleanSupplier state) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        while (!state.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not within " + limit + ": " + what);
            }
            Thread.sleep(50);
        }
    }
}
