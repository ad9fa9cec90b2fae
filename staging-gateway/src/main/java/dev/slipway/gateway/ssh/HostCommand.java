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

/** A running command on a host that takes {@link HostWords} on its standard input and answers in lines. */
final class HostCommand implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 14;

    /** The most lines that wait to be read, more than one step asks for. A host that sends more is not answering. */
    private static final int MOST_LINES = 10_000;

    private final ChannelExec channel;
    private final OutputStream words;
    private final BlockingQueue<Optional<String>> lines;

    private HostCommand(ChannelExec channel, OutputStream words, BlockingQueue<Optional<String>> lines) {
        this.channel = channel;
        this.words = words;
        this.lines = lines;
    }

    /** Starts a command; empty if the host runs no commands, or does not say so in time. */
    static Optional<HostCommand> start(Session session, String command, int patienceMillis) {
        return started(session, command, channel -> channel.connect(patienceMillis));
    }

    /** Starts a command that gets all its words now. */
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
            // JSch's own pipe breaks once the thread that last read from the pipe has ended.
            channel.setOutputStream(new Lines(lines));
            starting.start(channel);
            return Optional.of(new HostCommand(channel, channel.getOutputStream(), lines));
        } catch (JSchException | IOException e) {
            return Optional.empty();
        }
    }

    /** Sends words to the command. */
    void give(List<String> more) throws IOException {
        words.write(HostWords.bytes(more));
        words.flush();
    }

    /** Waits for the next line without a limit; empty when there are no more lines. */
    Optional<String> line() throws InterruptedException {
        Optional<String> next = lines.take();
        if (next.isEmpty()) {
            lines.offer(next);
        }
        return next;
    }

    /** Returns the next line, if one comes within the time. */
    Optional<String> line(int patienceMillis) throws InterruptedException {
        Optional<String> next = lines.poll(patienceMillis, TimeUnit.MILLISECONDS);
        return next == null ? Optional.empty() : next;
    }

    @Override
    public void close() {
        channel.disconnect();
    }

    /** Splits the output into lines, and adds an empty element at the end. */
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
                // The command sent too much. Waiting threads must still see the end.
                lines.clear();
                lines.offer(Optional.empty());
            }
        }
    }
}
