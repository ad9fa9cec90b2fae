package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import dev.slipway.gateway.files.FileStamp;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The files of a folder on a host that a pattern chooses. A chosen entry that cannot be fetched is refused, not
 * skipped.
 */
final class RemoteFolder {
    /** The most files that one step moves; each is in the job's manifest. */
    static final int MOST_FILES = 5_000;

    /** The prefix of all temporary names, also those of other jobs. */
    static final String TEMPORARY = ".slipway-";

    static final int MOST_LOOKED_AT = 100_000;
    private static final int DEEPEST = 40;

    /** The most files that a look opens; each open costs two answers of the host. */
    static final int MOST_OPENED = 500;

    private final SftpConnection connection;
    private final String folder;
    private final FilePattern pattern;
    private final Cancellation cancellation;
    private final Map<String, SftpATTRS> found = new TreeMap<>();
    private int looked;

    /**
     * A file to fetch.
     *
     * @param below its path below the folder
     */
    record Entry(String below, RemoteVersion version, FileStamp stamp) {}

    RemoteFolder(SftpConnection connection, String folder, FilePattern pattern, Cancellation cancellation) {
        this.connection = connection;
        this.folder = folder;
        this.pattern = pattern;
        this.cancellation = cancellation;
    }

    /**
     * Lists the chosen files.
     *
     * @throws ProblemException REMOTE_FILE if there are too many, none, or entries that are no files
     */
    List<Entry> files() throws SftpException, IOException, InterruptedException {
        connection.requireInside(folder);
        if (!there().isDir()) {
            throw refused("is no folder", "Leave sw:Ssh/@match out to fetch one file.");
        }
        walk("", 0);
        List<String> chosen = pattern.chosen(new ArrayList<>(found.keySet()));
        if (chosen.isEmpty()) {
            throw refused("has no file that fits " + pattern, "Look at the pattern in sw:Ssh/@match: ** chooses all.");
        }
        if (chosen.size() > MOST_FILES) {
            throw refused(
                    "has " + chosen.size() + " files that fit " + pattern + ", and one step moves " + MOST_FILES,
                    "Fetch parts of it by several steps with patterns of their own, or pack the files there.");
        }
        List<Entry> entries = new ArrayList<>();
        for (String below : chosen) {
            entries.add(entry(below, found.get(below)));
        }
        return entries;
    }

    private SftpATTRS there() throws SftpException {
        try {
            return connection.stat(folder);
        } catch (SftpException e) {
            if (e.id == ChannelSftp.SSH_FX_NO_SUCH_FILE) {
                throw refused("is not there", "Correct the path in jsdl:URI, or have the folder made on the host.");
            }
            throw e;
        }
    }

    /**
     * Lists the chosen files, and opens some of them without reading, because only an open tells whether a file may be
     * read.
     */
    List<Entry> readable() throws SftpException, IOException, InterruptedException {
        List<Entry> entries = files();
        for (Entry entry : entries.subList(0, Math.min(MOST_OPENED, entries.size()))) {
            cancellation.check();
            String path = folder + "/" + entry.below();
            try {
                connection.read(path).close();
            } catch (SftpException e) {
                throw SshProblems.moving(connection, path, e);
            } catch (IOException e) {
                throw SshProblems.reading(connection, path, e);
            }
        }
        return entries;
    }

    private void walk(String below, int depth) throws SftpException, InterruptedException {
        cancellation.check();
        for (ChannelSftp.LsEntry entry : connection.list(folder + "/" + below, MOST_LOOKED_AT)) {
            String name = entry.getFilename();
            if (++looked > MOST_LOOKED_AT) {
                throw refused("holds more than " + MOST_LOOKED_AT + " files", "Name a folder further down.");
            }
            if (name.startsWith(TEMPORARY)) {
                continue;
            }
            if (name.contains("/") || !RunPath.isAllowed(name)) {
                throw refused(
                        "holds a file whose name cannot be taken over: " + name,
                        "Names have no control characters and no backslash. Rename it there.");
            }
            if (!entry.getAttrs().isDir()) {
                found.put(below + name, entry.getAttrs());
            } else if (depth < Math.min(DEEPEST, pattern.depth())) {
                walk(below + name + "/", depth + 1);
            } else if (depth >= DEEPEST) {
                throw refused("has folders in one another more than " + DEEPEST + " deep", "Name one further down.");
            }
        }
    }

    private Entry entry(String below, SftpATTRS listed) throws SftpException {
        String path = folder + "/" + below;
        SftpATTRS attributes = listed.isLink() ? inside(below, path) : listed;
        if (!attributes.isReg()) {
            throw refused(
                    "holds " + kind(attributes) + ", which no step can fetch: " + below,
                    "Choose the others by sw:Ssh/@match, or remove it there.");
        }
        if (!RunPath.isAllowed(below)) {
            throw refused("holds a file with a path that is too long: " + below, "Name a folder further down.");
        }
        return new Entry(
                below,
                RemoteVersion.of(connection.host().name(), path, attributes),
                new FileStamp(attributes.getMTime(), attributes.getPermissions()));
    }

    /** Returns the attributes of a link's target, if the target is also in the folder. */
    private SftpATTRS inside(String below, String path) throws SftpException {
        if (!PathContainment.inside(connection.real(folder), connection.real(path))) {
            throw refused(
                    "holds a link that leads out of it: " + below,
                    "Choose the others by sw:Ssh/@match, or name the file that it stands for.");
        }
        return connection.stat(path);
    }

    private static String kind(SftpATTRS attributes) {
        if (attributes.isDir()) {
            return "a link to a folder";
        }
        return attributes.isFifo() ? "a FIFO" : attributes.isSock() ? "a socket" : "a device";
    }

    private ProblemException refused(String what, String remedy) {
        return StepProblem.of(
                ProblemCode.REMOTE_FILE,
                "folder " + folder + " on host " + connection.host().name() + " " + what,
                remedy);
    }
}
