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
 * One run of the scp program on a host, which speaks the protocol of rcp: records of one line, each answered by a zero byte, or by a 1 or
 * 2 with a line of words. Believes nothing that it is told: what no scp says ends the step. Errors of the line are
 * {@link SftpConnection.RemoteReadException}s.
 */
final class ScpChannel implements AutoCloseable {
    private static final int LONGEST_LINE = 1 << 13;
    private static final int MOST_WORDS = 1 << 10;

    /** While the host fetches a file from a tape, or writes all of one to its disks. Who watches what moves gives up sooner. */
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

    /** Runs {@code command}, whose end is an scp. */
    static ScpChannel start(OpenSession open, String command) throws SftpConnection.RemoteReadException {
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
            throw new SftpConnection.RemoteReadException(new IOException(e.getMessage(), e));
        }
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    /** What takes its time without any bytes of a file passing, nobody else watches. */
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
            throw new SftpConnection.RemoteReadException(e);
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

    /** The first line that scp sends, once the host has opened the file. @throws HostRefusesException if it sends an error */
    String opened() throws IOException {
        return record(AT_DISKS_MILLIS);
    }

    /** A line that scp sends, which takes the records that come before the bytes. @throws HostRefusesException if it sends an error */
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

    /** Waits for the zero byte that scp says yes by. @throws HostRefusesException if it says no */
    void answered() throws IOException {
        answered(open.patienceMillis());
    }

    /** The same after the last byte of a file, all of which the host may have to bring to its disks first. */
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

    /** The problem of a host that speaks something else. */
    HostRefusesException broken(String how) {
        return new HostRefusesException("scp there does not keep to its protocol: " + how + complaint);
    }

    /** Says yes. */
    void yes() throws SftpConnection.RemoteReadException {
        say(new byte[1], 0, 1);
        flush();
    }

    void say(String record) throws SftpConnection.RemoteReadException {
        byte[] bytes = (record + "\n").getBytes(StandardCharsets.UTF_8);
        say(bytes, 0, bytes.length);
        flush();
    }

    void say(byte[] bytes, int offset, int length) throws SftpConnection.RemoteReadException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            throw deaf(e);
        }
    }

    private void flush() throws SftpConnection.RemoteReadException {
        try {
            out.flush();
        } catch (IOException e) {
            throw deaf(e);
        }
    }

    private SftpConnection.RemoteReadException deaf(IOException e) {
        return new SftpConnection.RemoteReadException(new IOException("scp takes no more" + complaint, e));
    }

    /** Bytes of the file; none is an error, for scp has said how many there are. */
    int bytes(byte[] buffer, int offset, int length) throws SftpConnection.RemoteReadException {
        try {
            int got = in.read(buffer, offset, length);
            if (got < 0) {
                throw new EOFException("scp ended in the middle of the file" + complaint);
            }
            return got;
        } catch (IOException e) {
            throw new SftpConnection.RemoteReadException(e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        channel.disconnect();
    }

    /** The beginning of what comes beside the protocol. */
    private static final class FirstWords extends OutputStream {
        private final ByteArrayOutputStream words = new ByteArrayOutputStream();

        @Override
        public synchronized void write(int b) {
            if (words.size() < MOST_WORDS) {
                words.write(b);
            }
        }

        /** To be put behind a sentence. */
        @Override
        public synchronized String toString() {
            String text = words.toString(StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "" : ": " + text;
        }
    }
}
