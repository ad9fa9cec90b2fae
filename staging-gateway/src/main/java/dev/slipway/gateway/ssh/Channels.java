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
 * Several SFTP channels of one session, over which one step moves many small files: each of them waits for a few answers of the host and
 * hardly for its bytes.
 */
final class Channels {
    private static final Logger LOG = LoggerFactory.getLogger(Channels.class);
    private static final int MOST = 4;

    /** What is done with one of the files over one of the channels. */
    interface Work<T> {
        void with(SftpConnection connection, T file) throws SftpException, IOException, InterruptedException;
    }

    private Channels() {}

    /**
     * Does {@code work} with each of {@code files}, until all are done: what a broken line left out is done over the next one.
     *
     * @param moved bytes so far, which tell whether new lines bring anything
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
            // Not interrupted, for an interrupt closes files that others write too; none goes on behind the step's
            // back.
            over.set(true);
            threads.shutdown();
            channels.subList(1, channels.size()).forEach(SftpConnection::endChannel);
            while (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
                LOG.warn("a channel to host {} has not ended yet", first.host().name());
            }
        }
    }

    /** A host that gives no more channels has those used that it gave. */
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
