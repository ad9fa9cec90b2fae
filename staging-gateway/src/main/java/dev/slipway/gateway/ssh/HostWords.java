package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Words for a command of a host, each ended by a zero byte. The words never appear in the command itself, which a shell
 * of the host reads.
 */
final class HostWords {
    private static final Logger LOG = LoggerFactory.getLogger(HostWords.class);

    private HostWords() {}

    /** Returns the words as commands read them. */
    static byte[] bytes(List<String> words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String word : words) {
            bytes.writeBytes(word.getBytes(StandardCharsets.UTF_8));
            bytes.write(0);
        }
        return bytes.toByteArray();
    }

    /**
     * Starts the command of a channel and sends these words as the command reads them. A host that does not read does
     * not block the caller. Avoids the thread that JSch would start for the words: if the command ends before that
     * thread runs, JSch fails as if nothing had run.
     */
    static void start(ChannelExec channel, List<String> words, int patienceMillis) throws JSchException, IOException {
        start(channel, bytes(words), patienceMillis);
    }

    /** Starts the command of a channel as {@link #start(ChannelExec, List, int)}, with these bytes as its input. */
    static void start(ChannelExec channel, byte[] bytes, int patienceMillis) throws JSchException, IOException {
        OutputStream input = channel.getOutputStream();
        channel.connect(patienceMillis);
        if (bytes.length == 0) {
            input.close();
            return;
        }
        Thread thread = new Thread(() -> give(bytes, input), "host-words");
        thread.setDaemon(true);
        thread.start();
    }

    private static void give(byte[] bytes, OutputStream input) {
        try (input) {
            input.write(bytes);
        } catch (IOException e) {
            LOG.debug("a command ended before it had read all its input", e);
        }
    }
}
