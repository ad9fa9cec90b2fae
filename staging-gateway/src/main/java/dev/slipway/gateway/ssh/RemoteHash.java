package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Session;
import dev.slipway.digest.Sha256;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * SHA-256 as a host computes it of its own files. A host that runs no commands, or has neither openssl nor sha256sum, has none. One command serves all
 * single files of a session: starting one may take the host's login shell a second.
 */
final class RemoteHash implements AutoCloseable {
    /**
     * Takes a number and a path, again and again; answers with the hash of so many first bytes. By OpenSSL where the host has it, which
     * takes half the time of sha256sum, and a tenth on a processor with instructions for it.
     */
    private static final String OF_EACH = "exec xargs -0 -n 2 sh -c '"
            + "command -v openssl >/dev/null && hash=\"openssl dgst -sha256 -r\" || hash=sha256sum; "
            + "test -r \"$2\" && head -c \"$1\" -- \"$2\" | $hash || echo none' sh";

    private static final String OF_ALL = "exec xargs -0 sh -c '"
            + "command -v openssl >/dev/null && exec openssl dgst -sha256 -r \"$@\" || exec sha256sum -- \"$@\"' sh";
    private static final Pattern ANSWER = Pattern.compile("\\\\?([0-9a-f]{64})\\s.*");

    private final Session session;
    private final int patienceMillis;
    private final AtomicInteger unanswered = new AtomicInteger();
    private Optional<HostCommand> ofEach = Optional.empty();
    private boolean tried;

    /** @param patienceMillis until a host that does not say whether it can is taken for one that cannot */
    RemoteHash(Session session, int patienceMillis) {
        this.session = session;
        this.patienceMillis = patienceMillis;
    }

    /** Another one of the same session, for another thread: answers come in the order of the questions and say not whose they are. */
    RemoteHash beside() {
        return new RemoteHash(session, patienceMillis);
    }

    /** Whether all that was asked was answered, and taken. */
    boolean settled() {
        return unanswered.get() == 0;
    }

    @Override
    public void close() {
        ofEach.ifPresent(HostCommand::close);
    }

    /** What the host computes meanwhile. */
    interface Running {
        /** Waits for it; empty if the host could not compute it. */
        Optional<String> result() throws InterruptedException;
    }

    /** The same of many files. */
    interface RunningAll {
        /** Waits for them, in the order of the files; empty if the host could not compute each of them. */
        Optional<List<String>> result() throws InterruptedException;
    }

    /** Begins to hash the first {@code bytes} of a file, an absolute path, on the host; nothing if the host cannot. */
    Optional<Running> begin(String path, long bytes) throws InterruptedException {
        if (!able()) {
            return Optional.empty();
        }
        try {
            HostCommand command = ofEach.orElseThrow();
            unanswered.incrementAndGet();
            command.give(List.of(Long.toString(bytes), path));
            return Optional.of(() -> {
                Optional<String> line = command.line();
                unanswered.decrementAndGet();
                return line.flatMap(RemoteHash::hash);
            });
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Begins to hash these whole files, absolute paths, on the host; nothing if the host cannot. */
    Optional<RunningAll> beginAll(List<String> paths) throws InterruptedException {
        Optional<HostCommand> command = able() ? HostCommand.start(session, OF_ALL, patienceMillis) : Optional.empty();
        if (command.isEmpty()) {
            return Optional.empty();
        }
        try {
            command.get().give(paths);
            command.get().end();
            return Optional.of(() -> all(command.get(), paths.size()));
        } catch (IOException e) {
            command.get().close();
            return Optional.empty();
        }
    }

    private static Optional<List<String>> all(HostCommand command, int files) throws InterruptedException {
        try (command) {
            List<String> hashes = new ArrayList<>();
            for (Optional<String> line = command.line(); line.isPresent(); line = command.line()) {
                line.flatMap(RemoteHash::hash).ifPresent(hashes::add);
            }
            return hashes.size() == files ? Optional.of(hashes) : Optional.empty();
        }
    }

    private static Optional<String> hash(String line) {
        Matcher matcher = ANSWER.matcher(line);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** Whether the host runs the command that it is given. */
    boolean runsCommands() throws InterruptedException {
        return able();
    }

    /** A host may run something else in the place of what is asked for: only the right hash of nothing shows that it can. */
    private boolean able() throws InterruptedException {
        if (!tried) {
            tried = true;
            ofEach = HostCommand.start(session, OF_EACH, patienceMillis);
            if (ofEach.isPresent() && !hashesNothing(ofEach.get())) {
                ofEach.get().close();
                ofEach = Optional.empty();
            }
        }
        return ofEach.isPresent();
    }

    private boolean hashesNothing(HostCommand command) throws InterruptedException {
        try {
            command.give(List.of("0", "/dev/null"));
            return command.line(patienceMillis)
                    .flatMap(RemoteHash::hash)
                    .filter(Sha256.hex("")::equals)
                    .isPresent();
        } catch (IOException e) {
            return false;
        }
    }
}
