package dev.slipway.gateway.ssh;

import dev.slipway.gateway.files.FileStamp;
import dev.slipway.gateway.files.RunFile;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connection to a host without SFTP, for one step. Files pass through the host's scp program, one by one and from
 * their first byte. The host's shell does everything else.
 */
final class ScpConnection extends HostConnection {
    private static final String FETCH = "exec scp -p -f -- \"${1%.}\"";

    /** Delivers into a new file, so that bytes of an older scp, which may still be writing, are lost. */
    private static final String DELIVER = "rm -f -- \"${1%.}\" && exec scp -t -- \"${1%.}\"";

    /**
     * Tells where the second path, in the third as its folder, leads from the first: 0 inside, 1 outside, 2 unknown, 3
     * nowhere. POSIX resolves a folder by cd. POSIX long had no command to resolve a link to a file, but most hosts
     * have one.
     */
    private static final String LEADS = "real() { cd -P \"$1\" && pwd -P && echo .; }; "
            + "leads() { test -d \"$1\" || return 3; root=$(real \"$1\") || return 2; root=${root%?.}; "
            + "if test -d \"$2\"; then there=$(real \"$2\"); "
            + "elif test -h \"$2\"; then there=$(readlink -f \"$2\" && echo .); "
            + "elif test -d \"$3\"; then there=$(real \"$3\"); else return 3; fi || return 2; "
            + "case \"${there%?.}/\" in \"${root%/}\"/*) return 0;; esac; return 1; }; "
            + "leads \"${1%.}\" \"${2%.}\" \"${3%.}\"";

    private static final DateTimeFormatter TOUCH =
            DateTimeFormatter.ofPattern("yyyyMMddHHmm.ss").withZone(ZoneOffset.UTC);

    /** The end of a line of df -P: blocks of 1024 bytes in total, used and free, then capacity and mount point. */
    private static final Pattern FREE = Pattern.compile(".*\\s\\d+\\s+\\d+\\s+(-?\\d{1,15})\\s+\\d+%\\s.*");

    /** Makes the connection like {@link HostConnection}. */
    ScpConnection(OpenSession open, Cancellation.Registration registration, Consumer<OpenSession> keeper) {
        super(open, registration, keeper);
    }

    @Override
    boolean answers() {
        return open().answers();
    }

    private ScpChannel scp(String script, String path) throws IOException {
        return ScpChannel.start(open(), HostScript.command(script, literal(path)));
    }

    @Override
    RemoteFile look(String path) throws IOException {
        try (ScpChannel scp = scp(FETCH, path)) {
            ScpHeader header = ScpHeader.read(scp, name(path));
            return new RemoteFile(
                    new RemoteVersion(
                            host().name(), path, header.bytes(), header.stamp().modified()),
                    header.stamp());
        }
    }

    /** scp also sends the bytes before {@code from}; they are skipped. */
    @Override
    InputStream read(String path, long from) throws IOException {
        ScpChannel scp = scp(FETCH, path);
        boolean begun = false;
        try {
            ScpSource source = new ScpSource(scp, ScpHeader.read(scp, name(path)));
            source.skipNBytes(from);
            begun = true;
            return source;
        } catch (EOFException e) {
            throw new RemoteReadException(e);
        } finally {
            if (!begun) {
                scp.close();
            }
        }
    }

    /** Sends a whole file. @param file positioned at its beginning */
    void send(RunFile file, InputStream data, String path) throws IOException {
        try (ScpChannel scp = scp(DELIVER, path)) {
            scp.answered();
            scp.say("C0666 " + file.size() + " " + name(path));
            scp.answered();
            send(data, file.size(), scp);
        } catch (RemoteReadException e) {
            // The line is intact, so the host's scp has ended and may have said why.
            throw answers()
                    ? new HostRefusesException(String.valueOf(e.getCause().getMessage()))
                    : e;
        }
    }

    private static void send(InputStream data, long bytes, ScpChannel scp) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (long left = bytes; left > 0; ) {
            int got = data.read(buffer, 0, (int) Math.min(left, buffer.length));
            if (got < 0) {
                throw new EOFException("the file became shorter");
            }
            scp.say(buffer, 0, got);
            left -= got;
        }
        scp.yes();
        scp.stored();
    }

    @Override
    boolean has(String path) throws IOException, InterruptedException {
        return is("test -e \"${1%.}\" || test -h \"${1%.}\"", path);
    }

    /** Strips slashes at the end, because scp strips them too and then follows a link of that name. */
    @Override
    PathContainment containment(String path) throws IOException, InterruptedException {
        String there = literal(path).replaceFirst("/+$", "");
        HostScript.Answer answer = run(LEADS, literal("/"), there, there.substring(0, there.lastIndexOf('/')));
        return switch (answer.status()) {
            case 0 -> PathContainment.INSIDE;
            case 1 -> PathContainment.OUTSIDE;
            case 3 -> PathContainment.NOWHERE;
            default -> PathContainment.UNKNOWN;
        };
    }

    @Override
    boolean isFile(String path) throws IOException, InterruptedException {
        return is("test -f \"${1%.}\"", path);
    }

    @Override
    boolean isFolder(String path) throws IOException, InterruptedException {
        return is("test -d \"${1%.}\"", path);
    }

    /** Returns whether the user may make files in the folder. */
    boolean isOpen(String folder) throws IOException, InterruptedException {
        return is("test -w \"${1%.}\" && test -x \"${1%.}\"", folder);
    }

    private boolean is(String test, String path) throws IOException, InterruptedException {
        HostScript.Answer answer = run(test, literal(path));
        if (answer.status() > 1) {
            throw new HostRefusesException(answer.words());
        }
        return answer.good();
    }

    @Override
    void stamp(String path, FileStamp stamp) throws IOException, InterruptedException {
        require(run(
                "chmod \"${2%.}\" \"${1%.}\" && TZ=UTC0 touch -t \"${3%.}\" \"${1%.}\"",
                literal(path),
                String.format("%04o", stamp.permissions()),
                TOUCH.format(Instant.ofEpochSecond(stamp.modified()))));
    }

    /** Checks for a folder first: mv alone would move the file into a folder of that name. */
    @Override
    void rename(String from, String to) throws IOException, InterruptedException {
        require(run(
                "if test -d \"${2%.}\"; then echo it is a folder; false; else mv -f -- \"${1%.}\" \"${2%.}\"; fi",
                literal(from), literal(to)));
    }

    @Override
    void delete(String path) throws IOException, InterruptedException {
        require(run("rm -f -- \"${1%.}\"", literal(path)));
    }

    @Override
    boolean isFull(String path) throws InterruptedException {
        try {
            OptionalLong free = free(path.substring(0, path.lastIndexOf('/') + 1));
            return free.isPresent() && free.getAsLong() < SftpConnection.NEARLY_NOTHING;
        } catch (IOException | ProblemException e) {
            return false;
        }
    }

    /** Returns how many bytes the user may still write in a folder; empty if the host does not tell. */
    OptionalLong free(String folder) throws IOException, InterruptedException {
        List<String> lines = run("df -Pk \"${1%.}\"", literal(folder)).lines();
        Matcher free = FREE.matcher(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
        return free.matches()
                ? OptionalLong.of(Math.max(0, Long.parseLong(free.group(1))) * 1024)
                : OptionalLong.empty();
    }

    private HostScript.Answer run(String script, String... words) throws IOException, InterruptedException {
        Optional<HostScript.Answer> answer = HostScript.run(open(), script, words);
        if (answer.isEmpty() && answers()) {
            // The script may have run, may not have run, or may still run. The next try finds out.
            throw StepProblem.of(
                    ProblemCode.STEP_STALLED, "the shell of host " + host().name() + " does not say what it has done");
        }
        return answer.orElseThrow(() -> new RemoteReadException(new IOException("the host's shell says nothing")));
    }

    private static void require(HostScript.Answer answer) throws HostRefusesException {
        if (!answer.good()) {
            throw new HostRefusesException(answer.words());
        }
    }

    /** Refuses control characters, because a line end would end the name in the scp protocol. */
    private String literal(String path) {
        if (path.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw StepProblem.of(
                    ProblemCode.HOST_NO_SFTP,
                    "host " + host().name()
                            + " has no SFTP, and scp moves no file with control characters in its path");
        }
        return host().path(path);
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
