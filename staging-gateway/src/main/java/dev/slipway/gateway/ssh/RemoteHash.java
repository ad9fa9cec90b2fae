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
 * SHA-256 as a host computes it of its own files. A host that runs no commands, or has neither openssl nor sha256sum, has none. One command serves all
 * single files of a session: starting one may take the host's login shell a second.
 */
final class RemoteHash implements AutoCloseable {
    /** OpenSSL takes two thirds of the time of sha256sum, and far less where the processor helps. */
    private static final List<String> PROGRAMS = List.of("openssl dgst -sha256 -r", "sha256sum");

    private static final String FAILED = "failed";

    private static final String WHOLE = "whole";

    /**
     * Takes a number and a path, again and again; answers with the hash of so many first bytes. A whole file goes through no pipe: that
     * costs the host half as much again as the hash.
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

    /** @param patienceMillis until a host that does not say whether it can is taken for one that cannot */
    RemoteHash(Session session, int patienceMillis) {
        this.session = session;
        this.patienceMillis = patienceMillis;
    }

    /** Another one of the same session, for another thread: answers come in the order of the questions and say not whose they are. */
    RemoteHash beside() {
        return new RemoteHash(session, patienceMillis);
    }

    /** Whether all that was asked was answered, and taken; so the first question, too, which is asked once only. */
    boolean settled() {
        return unanswered.get() == 0 && !late;
    }

    @Override
    public void close() {
        ofEach.ifPresent(HostCommand::close);
    }

    /**
     * What the host says of a file.
     *
     * @param sha256 empty if its commands cannot read the file
     */
    record Answer(Optional<String> sha256) {}

    /** What the host computes meanwhile. */
    interface Running {
        /** Waits for it; empty if the host, which can, has not said it. */
        Optional<Answer> answer() throws InterruptedException;
    }

    /** The same of many files. */
    interface RunningAll {
        /** Waits for them. @return what the host has said, by their absolute paths */
        Map<String, String> hashes() throws InterruptedException;
    }

    /** Begins to hash a file, an absolute path, on the host; nothing if the host cannot. */
    Optional<Running> begin(String path) throws InterruptedException {
        return begin(path, WHOLE);
    }

    /** The same for the first {@code bytes} of a file. */
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

    /** Begins to hash these whole files, absolute paths, on the host; nothing if the host cannot. */
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

    /** Whether the host runs the commands that it is given, and computes hashes by them; found out once. */
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

    /** A host may run something else in the place of what is asked for: only the right hash of nothing shows that it can. */
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
