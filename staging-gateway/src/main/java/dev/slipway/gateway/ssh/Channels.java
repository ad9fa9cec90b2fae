package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves many small files over several SFTP channels of one session. A small file waits for a few answers of the host
 * and hardly for its bytes.
 */
final class Channels {
    private static final Logger LOG = LoggerFactory.getLogger(Channels.class);
    private static final int MOST = 4;

    /** The work on one file over one channel. */
    interface Work<T> {
        void with(SftpConnection connection, T file) throws SftpException, IOException, InterruptedException;
    }

    private Channels() {}

    /**
     * Does {@code work} with each of {@code files} until all are done. Repeats over a new line the files that a broken
     * line left out.
     *
     * @param moved bytes so far, by which a new line proves useful
     */
    static <T> void each(HostLine line, Collection<T> files, Work<T> work, LongSupplier moved)
            throws SftpException, IOException, InterruptedException {
        Queue<T> waiting = new ConcurrentLinkedQueue<>(files);
        while (!waiting.isEmpty()) {
            try {
                drain(line.connection(), waiting, work);
            } catch (SftpException | RemoteReadException e) {
                if (!line.restored(moved.getAsLong())) {
                    throw e;
                }
            }
        }
    }

    private static <T> void drain(SftpConnection first, Queue<T> waiting, Work<T> work)
            throws SftpException, IOException, InterruptedException {
        List<SftpConnection> channels = opened(first, Math.min(MOST, (waiting.size() + MOST - 1) / MOST));
        ExecutorService threads = Executors.newFixedThreadPool(channels.size(), task -> {
            Thread thread = new Thread(task, "staging-channel");
            thread.setDaemon(true);
            return thread;
        });
        AtomicBoolean over = new AtomicBoolean();
        try {
            List<Future<Void>> ends = channels.stream()
                    .map(channel -> threads.<Void>submit(() -> {
                        drainOver(channel, waiting, work, over);
                        return null;
                    }))
                    .toList();
            for (Future<Void> end : ends) {
                await(end);
            }
        } finally {
            // An interrupt would close files that other threads also write. Waiting ensures that no thread goes on
            // behind the step's back.
            over.set(true);
            threads.shutdown();
            channels.subList(1, channels.size()).forEach(SftpConnection::endChannel);
            while (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                LOG.warn("a channel to host {} has not ended yet", first.host().name());
            }
        }
    }

    /** Opens channels. If the host refuses further channels, the step uses those that are open. */
    private static List<SftpConnection> opened(SftpConnection first, int wanted) {
        List<SftpConnection> channels = new ArrayList<>(List.of(first));
        try {
            while (channels.size() < wanted) {
                channels.add(first.beside());
            }
        } catch (SftpException e) {
            return channels;
        }
        return channels;
    }

    private static <T> void drainOver(SftpConnection channel, Queue<T> waiting, Work<T> work, AtomicBoolean over)
            throws SftpException, IOException, InterruptedException {
        for (T file = waiting.poll(); file != null; file = over.get() ? null : waiting.poll()) {
            boolean done = false;
            try {
                work.with(channel, file);
                done = true;
            } finally {
                if (!done) {
                    waiting.add(file);
                }
            }
        }
    }

    private static void await(Future<Void> end) throws SftpException, IOException, InterruptedException {
        try {
            end.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SftpException broken) {
                throw broken;
            } else if (e.getCause() instanceof IOException broken) {
                throw broken;
            } else if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            } else if (e.getCause() instanceof InterruptedException cancelled) {
                throw cancelled;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
