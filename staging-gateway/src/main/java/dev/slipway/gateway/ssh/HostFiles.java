package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpException;
import dev.slipway.disk.FullDisk;
import dev.slipway.gateway.files.RunFile;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import dev.slipway.secret.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Moves many files between folders of this machine and of hosts, by SFTP, for callers that compare the files
 * afterwards. A transfer continues after the bytes that an earlier one has moved, also within one call after a broken
 * line. A transfer without any byte for some time fails, because a host can keep its answers back for ever, and a
 * write to a cut link ends late. A transfer that is far too slow fails too, because a host can also answer with a byte
 * now and then for ever.
 */
public final class HostFiles implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final long LOOK_MILLIS = 500;

    private final SshHosts hosts;
    private final Duration stall;
    private final HostWork transfers = new HostWork("transfer");

    /** @param stall the time after which a transfer without any byte fails */
    public HostFiles(SshLimits limits, Duration stall) {
        hosts = new SshHosts(List.of(), limits, Secrets.NONE);
        this.stall = stall;
    }

    /**
     * Sends files into a folder that has the folders of all files.
     *
     * @param host a host with a name that no other host and no other user of the host has
     * @param files the paths below both folders
     * @throws ProblemException HOST_UNREACHABLE, HOST_LOGIN, HOST_KEY or HOST_NO_SFTP if the host cannot be used now,
     *     STORAGE_FULL if the disk of the host is full, REMOTE_FILE if the host refuses a file
     */
    public void send(SshHost host, Path here, Collection<RunPath> files, String there) throws InterruptedException {
        List<Long> sizes =
                files.stream().map(file -> file.in(here).toFile().length()).toList();
        TransferClock clock = new TransferClock(stall, sizes, System::nanoTime);
        move(
                host,
                here,
                there,
                files,
                clock,
                (connection, file, progress) -> send(connection, here, file, there, progress));
    }

    private static void send(SftpConnection connection, Path here, RunPath path, String there, Progress progress)
            throws SftpException, IOException, InterruptedException {
        String remote = there + "/" + path;
        try (RunFile file = RunFile.open(here, path)) {
            boolean done = false;
            while (!done) {
                long begun = begun(connection, remote, file, progress);
                if (begun == 0) {
                    connection.write(new CountedStream(file.raw(), progress.moved()::addAndGet), remote);
                    done = true;
                } else {
                    done = begun == file.size()
                            || connection.append(
                                    new CountedStream(file.raw(), progress.moved()::addAndGet), remote, begun);
                }
            }
            connection.stamp(remote, file.stamp());
        }
    }

    private static long begun(SftpConnection connection, String remote, RunFile file, Progress progress)
            throws SftpException, IOException, InterruptedException {
        progress.hashing().incrementAndGet();
        try {
            return DeliverStep.begun(connection, remote, file);
        } finally {
            progress.hashing().decrementAndGet();
        }
    }

    /**
     * Fetches files, and keeps the bytes that are here already. Reads no more bytes of a file than expected.
     *
     * @param sizes the expected bytes of each file, by the paths below both folders
     * @throws ProblemException as {@link #send}; STORAGE_FULL if the disk here is full
     */
    public void fetch(SshHost host, String there, Map<RunPath, Long> sizes, Path here) throws InterruptedException {
        TransferClock clock = new TransferClock(stall, sizes.values(), System::nanoTime);
        move(host, here, there, sizes.keySet(), clock, (connection, path, progress) -> {
            Path file = path.in(here);
            Files.createDirectories(file.getParent());
            fetch(connection, there + "/" + path, sizes.get(path), file, progress.moved());
        });
    }

    private static void fetch(SftpConnection connection, String remote, long bytes, Path here, AtomicLong moved)
            throws SftpException, IOException {
        byte[] buffer = new byte[BUFFER];
        try (FileChannel file = FileChannel.open(
                here, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            file.truncate(bytes);
            long at = file.size();
            if (at < bytes) {
                try (InputStream in = connection.read(remote, at)) {
                    int got = 0;
                    while (at < bytes && got >= 0) {
                        got = in.read(buffer, 0, (int) Math.min(buffer.length, bytes - at));
                        at += write(file, buffer, Math.max(0, got), at);
                        moved.addAndGet(Math.max(0, got));
                    }
                }
            }
            file.force(true);
        }
    }

    private static int write(FileChannel file, byte[] bytes, int length, long at) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes, 0, length);
        while (left.hasRemaining()) {
            file.write(left, at + left.position());
        }
        return length;
    }

    /** The bytes that have moved, and the number of files of which the host hashes a part now. */
    private record Progress(AtomicLong moved, AtomicInteger hashing) {}

    /** Moves one file. */
    private interface Move {
        void with(SftpConnection connection, RunPath file, Progress progress)
                throws SftpException, IOException, InterruptedException;
    }

    /** The files of a transfer, its progress, and the way to break the transfer off. */
    private record Transfer(
            SshHost host, Path here, String there, Collection<RunPath> files, Progress progress, Cancellation cancel) {}

    private void move(SshHost host, Path here, String there, Collection<RunPath> files, TransferClock clock, Move move)
            throws InterruptedException {
        if (files.isEmpty()) {
            return;
        }
        Transfer transfer = new Transfer(
                host, here, there, files, new Progress(new AtomicLong(), new AtomicInteger()), new Cancellation());
        Future<?> work = transfers.begin(() -> {
            move(transfer, move);
            return null;
        });
        boolean ended = false;
        try {
            await(host, work, clock, transfer.progress());
            ended = true;
        } catch (ExecutionException e) {
            ended = true;
            throw transfers.thrown(e.getCause());
        } finally {
            if (!ended) {
                transfers.stop(host, work, transfer.cancel());
            }
        }
    }

    private void move(Transfer transfer, Move move) throws InterruptedException {
        try (HostLine line = new HostLine(() -> hosts.connect(transfer.host(), transfer.cancel()), transfer.cancel())) {
            SshProblems.moving(line::any, transfer.there(), transfer.cancel(), () -> {
                line.connection();
                Channels.each(
                        line,
                        transfer.files(),
                        (connection, file) -> {
                            transfer.cancel().check();
                            move.with(connection, file, transfer.progress());
                        },
                        transfer.progress().moved()::get);
                return transfer;
            });
            line.sound();
        } catch (IOException e) {
            transfer.cancel().check();
            throw new ProblemException(FullDisk.problem(transfer.here(), "cannot read or write the files here", e), e);
        }
    }

    /** Waits for the end of a transfer, as long as bytes move and its time is not over. */
    private static void await(SshHost host, Future<?> work, TransferClock clock, Progress progress)
            throws ExecutionException, InterruptedException {
        while (true) {
            try {
                work.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                clock.check(
                        host.name(), progress.moved().get(), progress.hashing().get() > 0);
            }
        }
    }

    @Override
    public void close() {
        transfers.close();
        hosts.close();
    }
}
