package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A command that runs on a host, takes {@link HostWords} through its standard input and answers in lines.
 */
final class HostCommand implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 14;

    /** Not yet taken; more than one step asks for. A host that says more is not answering. */
    private static final int MOST_LINES = 10_000;

    private final ChannelExec channel;
    private final OutputStream words;
    private final BlockingQueue<Optional<String>> lines;

    private HostCommand(ChannelExec channel, OutputStream words, BlockingQueue<Optional<String>> lines) {
        this.channel = channel;
        this.words = words;
        this.lines = lines;
    }

    /** Starts it; empty if the host runs no commands, or does not say within the time whether it does. */
    static Optional<HostCommand> start(Session session, String command, int patienceMillis) {
        return started(session, command, channel -> channel.connect(patienceMillis));
    }

    /** The same for one that gets all its words now. */
    static Optional<HostCommand> start(Session session, String command, List<String> words, int patienceMillis) {
        return started(session, command, channel -> HostWords.start(channel, words, patienceMillis));
    }

    private interface Starting {
        void start(ChannelExec channel) throws JSchException, IOException;
    }

    private static Optional<HostCommand> started(Session session, String command, Starting starting) {
        try {
            ChannelExec channel = (ChannelExec) session.openChannel("exec");
            if (channel == null) {
                return Optional.empty();
            }
            BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>(MOST_LINES);
            channel.setCommand(command);
            // Not JSch's pipe, which breaks when the thread that read from it last has ended.
            channel.setOutputStream(new Lines(lines));
            starting.start(channel);
            return Optional.of(new HostCommand(channel, channel.getOutputStream(), lines));
        } catch (JSchException | IOException e) {
            return Optional.empty();
        }
    }

    /** Gives it these words. */
    void give(List<String> more) throws IOException {
        words.write(HostWords.bytes(more));
        words.flush();
    }

    /** Its next line, as long as that takes; empty when there is no more. */
    Optional<String> line() throws InterruptedException {
        Optional<String> next = lines.take();
        if (next.isEmpty()) {
            lines.offer(next);
        }
        return next;
    }

    /** Its next line, if it comes within the time. */
    Optional<String> line(int patienceMillis) throws InterruptedException {
        Optional<String> next = lines.poll(patienceMillis, TimeUnit.MILLISECONDS);
        return next == null ? Optional.empty() : next;
    }

    @Override
    public void close() {
        channel.disconnect();
    }

    /** What comes, line by line, and an empty one at its end. */
    private static final class Lines extends OutputStream {
        private final BlockingQueue<Optional<String>> lines;
        private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

        Lines(BlockingQueue<Optional<String>> lines) {
            this.lines = lines;
        }

        @Override
        public void write(int b) throws IOException {
            if (b == '\n') {
                if (!lines.offer(Optional.of(begun.toString(StandardCharsets.UTF_8)))) {
                    throw new IOException("the host answers what nobody has asked");
                }
                begun.reset();
            } else if (begun.size() >= LONGEST_LINE) {
                throw new IOException("a line of the host's answer is too long");
            } else {
                begun.write(b);
            }
        }

        @Override
        public void close() {
            if (!lines.offer(Optional.empty())) {
                // It has said too much, and whoever waits must hear that it has ended.
                lines.clear();
                lines.offer(Optional.empty());
            }
        }
    }
}
