package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Session;
import dev.slipway.digest.Sha256;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a host compute the SHA-256 of its own files. A host that runs no commands, or has neither openssl nor sha256sum,
 * computes no hashes. One command serves all single files of a session, because starting a command may take the login
 * shell a second.
 */
final class RemoteHash implements AutoCloseable {
    /**
     * The programs in order of speed. OpenSSL takes two thirds of the time of sha256sum, and far less with support of
     * the processor.
     */
    private static final List<String> PROGRAMS = List.of("openssl dgst -sha256 -r", "sha256sum");

    private static final String FAILED = "failed";

    private static final String WHOLE = "whole";

    /**
     * Repeatedly takes a number and a path, and answers with the hash of that many leading bytes. A whole file passes
     * no pipe, because a pipe costs the host half the time of the hash again.
     */
    private static final String OF_EACH = "exec xargs -0 -n 2 sh -c '"
            + "test -r \"$2\" || { echo none; exit; }; "
            + "case $1 in " + WHOLE + ") %1$s <\"$2\";; *) head -c \"$1\" -- \"$2\" | %1$s;; esac || echo " + FAILED
            + "' sh";

    private static final String OF_ALL = "exec xargs -0 %s";
    private static final Pattern HASH = Pattern.compile("\\\\?([0-9a-f]{64}) [ *](.*)");
    private static final Logger LOG = LoggerFactory.getLogger(RemoteHash.class);

    private final Session session;
    private final int patienceMillis;
    private final AtomicInteger unanswered = new AtomicInteger();
    private Optional<HostCommand> ofEach = Optional.empty();
    private String program = "";
    private boolean tried;
    private volatile boolean late;

    /**
     * @param patienceMillis how long to wait for the host's first answer; a host that stays silent counts as unable to
     *     hash
     */
    RemoteHash(Session session, int patienceMillis) {
        this.session = session;
        this.patienceMillis = patienceMillis;
    }

    /**
     * Returns another instance on the same session for another thread. Answers come in the order of the questions and
     * do not name their files.
     */
    RemoteHash beside() {
        return new RemoteHash(session, patienceMillis);
    }

    /**
     * Returns whether every question was answered and the answers were read, including the first question, which is
     * asked once.
     */
    boolean settled() {
        return unanswered.get() == 0 && !late;
    }

    @Override
    public void close() {
        ofEach.ifPresent(HostCommand::close);
    }

    /**
     * The host's answer about one file.
     *
     * @param sha256 empty if the host's commands cannot read the file
     */
    record Answer(Optional<String> sha256) {}

    /** A hash that the host is computing. */
    interface Running {
        /** Waits for the hash; empty if a host that computes hashes has not answered. */
        Optional<Answer> answer() throws InterruptedException;
    }

    /** Hashes of many files that the host is computing. */
    interface RunningAll {
        /** Waits for the hashes. @return the hashes that the host has sent, by absolute path */
        Map<String, String> hashes() throws InterruptedException;
    }

    /** Begins to hash a file, given by its absolute path, on the host; empty if the host computes no hashes. */
    Optional<Running> begin(String path) throws InterruptedException {
        return begin(path, WHOLE);
    }

    /** Begins to hash the first {@code bytes} of a file on the host. */
    Optional<Running> begin(String path, long bytes) throws InterruptedException {
        return begin(path, Long.toString(bytes));
    }

    private Optional<Running> begin(String path, String bytes) throws InterruptedException {
        if (!able()) {
            return Optional.empty();
        }
        try {
            HostCommand command = ofEach.orElseThrow();
            unanswered.incrementAndGet();
            command.give(List.of(bytes, path));
            return Optional.of(() -> {
                Optional<String> line = command.line();
                unanswered.decrementAndGet();
                return line.flatMap(RemoteHash::answer);
            });
        } catch (IOException e) {
            return Optional.of(Optional::empty);
        }
    }

    /** Begins to hash whole files, given by absolute paths, on the host; empty if the host computes no hashes. */
    Optional<RunningAll> beginAll(List<String> paths) throws InterruptedException {
        if (!able()) {
            return Optional.empty();
        }
        Optional<HostCommand> command = HostCommand.start(session, OF_ALL.formatted(program), paths, patienceMillis);
        return Optional.of(() -> command.isPresent() ? hashes(command.get()) : Map.of());
    }

    private static Map<String, String> hashes(HostCommand command) throws InterruptedException {
        try (command) {
            Map<String, String> hashes = new HashMap<>();
            for (Optional<String> line = command.line(); line.isPresent(); line = command.line()) {
                Matcher matcher = HASH.matcher(line.get());
                if (matcher.matches()) {
                    hashes.put(matcher.group(2), matcher.group(1));
                }
            }
            return hashes;
        }
    }

    private static Optional<Answer> answer(String line) {
        Matcher matcher = HASH.matcher(line);
        if (matcher.matches()) {
            return Optional.of(new Answer(Optional.of(matcher.group(1))));
        }
        return line.equals("none") ? Optional.of(new Answer(Optional.empty())) : Optional.empty();
    }

    /** Returns whether the host runs commands and computes hashes by them. Asks the host once. */
    boolean able() throws InterruptedException {
        if (!tried) {
            tried = true;
            long begun = System.nanoTime();
            choose();
            if (ofEach.isEmpty()) {
                late = System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(patienceMillis);
                LOG.info("host {} computes no SHA-256: its files are verified by size", session.getHost());
            }
        }
        return ofEach.isPresent();
    }

    /**
     * Chooses the first program that works. A host may run something else in place of a command, so only the right hash
     * of no bytes counts as proof.
     */
    private void choose() throws InterruptedException {
        for (String one : PROGRAMS) {
            Optional<HostCommand> command = HostCommand.start(session, OF_EACH.formatted(one), patienceMillis);
            Optional<String> line = command.isPresent() ? ofNothing(command.get()) : Optional.empty();
            if (line.flatMap(RemoteHash::answer).flatMap(Answer::sha256).equals(Optional.of(Sha256.hex("")))) {
                ofEach = command;
                program = one;
                return;
            }
            command.ifPresent(HostCommand::close);
            if (!line.equals(Optional.of(FAILED))) {
                return;
            }
        }
    }

    private Optional<String> ofNothing(HostCommand command) throws InterruptedException {
        try {
            command.give(List.of("0", "/dev/null"));
            return command.line(patienceMillis);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
