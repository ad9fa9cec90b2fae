package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One run of the scp program on a host. scp speaks the protocol of rcp: records of one line, each answered by a zero
 * byte, or by a 1 or 2 with a line of text. Anything that no scp sends ends the step. Errors of the line are
 * {@link RemoteReadException}s.
 */
final class ScpChannel implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 13;
    private static final int MOST_WORDS = 1 << 10;

    /**
     * Patience while the host fetches a file from tape, or writes a whole file to its disks. The watch on moving bytes
     * gives up sooner.
     */
    private static final long AT_DISKS_MILLIS = TimeUnit.HOURS.toMillis(3);

    private final OpenSession open;
    private final ChannelExec channel;
    private final InputStream in;
    private final OutputStream out;
    private final FirstWords complaint;
    private final ScheduledThreadPoolExecutor timer = timer();
    private volatile boolean givenUp;

    private ScpChannel(OpenSession open, ChannelExec channel) throws IOException, JSchException {
        this.open = open;
        this.channel = channel;
        in = channel.getInputStream();
        out = channel.getOutputStream();
        complaint = new FirstWords();
        channel.setErrStream(complaint);
        channel.connect(open.patienceMillis());
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "scp-patience");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** Runs {@code command}, which ends in an scp. */
    static ScpChannel start(OpenSession open, String command) throws RemoteReadException {
        ChannelExec channel = null;
        try {
            channel = (ChannelExec) open.session().openChannel("exec");
            if (channel == null) {
                throw new EOFException("the session broke");
            }
            channel.setCommand(command);
            return new ScpChannel(open, channel);
        } catch (JSchException | IOException e) {
            if (channel != null) {
                channel.disconnect();
            }
            throw new RemoteReadException(new IOException(e.getMessage(), e));
        }
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    /** Reads under a time limit. Nobody else watches the waits during which no bytes of a file pass. */
    private <T> T patiently(long patienceMillis, Reading<T> reading) throws IOException {
        ScheduledFuture<?> end = timer.schedule(
                () -> {
                    givenUp = true;
                    channel.disconnect();
                },
                patienceMillis,
                TimeUnit.MILLISECONDS);
        try {
            return reading.read();
        } catch (HostRefusesException e) {
            throw e;
        } catch (IOException e) {
            if (givenUp) {
                throw silent(patienceMillis);
            }
            throw new RemoteReadException(e);
        } finally {
            end.cancel(false);
        }
    }

    private ProblemException silent(long patienceMillis) {
        return StepProblem.of(
                ProblemCode.STEP_STALLED,
                "scp on host " + open.host().name() + " said nothing for "
                        + TimeUnit.MILLISECONDS.toSeconds(patienceMillis) + " s, and was broken off");
    }

    /**
     * Returns scp's first line, sent once the host has opened the file.
     *
     * @throws HostRefusesException if scp sends an error
     */
    String opened() throws IOException {
        return record(AT_DISKS_MILLIS);
    }

    /** Returns the next record before the bytes. @throws HostRefusesException if scp sends an error */
    String record() throws IOException {
        return record(open.patienceMillis());
    }

    private String record(long patienceMillis) throws IOException {
        return patiently(patienceMillis, () -> {
            int first = first();
            if (first < ' ') {
                throw refused(first);
            }
            return (char) first + line();
        });
    }

    /** Waits for the zero byte by which scp agrees. @throws HostRefusesException if scp refuses */
    void answered() throws IOException {
        answered(open.patienceMillis());
    }

    /**
     * Waits for agreement after the last byte of a file. The host may first have to write the whole file to its disks.
     */
    void stored() throws IOException {
        answered(AT_DISKS_MILLIS);
    }

    private void answered(long patienceMillis) throws IOException {
        patiently(patienceMillis, () -> {
            int first = first();
            if (first != 0) {
                throw refused(first);
            }
            return null;
        });
    }

    /** Waits until scp has ended. */
    void ended() throws IOException {
        patiently(open.patienceMillis(), () -> {
            int more = in.read();
            if (more >= 0) {
                throw refused(more);
            }
            return null;
        });
    }

    private int first() throws IOException {
        int first = in.read();
        if (first < 0) {
            throw new EOFException("scp ended" + complaint);
        }
        return first;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("scp ended in the middle of a line" + complaint);
            }
            if (line.size() >= LONGEST_LINE) {
                throw broken("it sends a line without an end");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private HostRefusesException refused(int first) throws IOException {
        return first == 1 || first == 2
                ? new HostRefusesException(line())
                : broken("it sends a byte " + first + " out of turn");
    }

    /** Makes the problem of a host that breaks the protocol. */
    HostRefusesException broken(String how) {
        return new HostRefusesException("scp there does not keep to its protocol: " + how + complaint);
    }

    /** Says yes. */
    void yes() throws RemoteReadException {
        say(new byte[1], 0, 1);
        flush();
    }

    void say(String record) throws RemoteReadException {
        byte[] bytes = (record + "\n").getBytes(StandardCharsets.UTF_8);
        say(bytes, 0, bytes.length);
        flush();
    }

    void say(byte[] bytes, int offset, int length) throws RemoteReadException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw deaf(e);
        }
    }

    private void flush() throws RemoteReadException {
        try {
            out.flush();
        } catch (IOException e) {
            throw deaf(e);
        }
    }

    private RemoteReadException deaf(IOException e) {
        return new RemoteReadException(new IOException("scp takes no more" + complaint, e));
    }

    /** Reads bytes of the file. An early end is an error, because scp has announced the length. */
    int bytes(byte[] buffer, int offset, int length) throws RemoteReadException {
        try {
            int got = in.read(buffer, offset, length);
            if (got < 0) {
                throw new EOFException("scp ended in the middle of the file" + complaint);
            }
            return got;
        } catch (IOException e) {
            throw new RemoteReadException(e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        channel.disconnect();
    }

    /** Keeps the beginning of the output beside the protocol. */
    private static final class FirstWords extends OutputStream {
        private final ByteArrayOutputStream words = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (words.size() < MOST_WORDS) {
                words.write(b);
            }
        }

        /** Returns a colon and the output, for the end of a sentence; empty text if there was no output. */
        @Override
        public synchronized String toString() {
            String text = words.toString(StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "" : ": " + text;
        }
    }
}
