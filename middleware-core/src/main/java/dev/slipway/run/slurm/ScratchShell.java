package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.OsAccount;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Handles run folders in the scratch folder of a cluster, by short scripts for a POSIX shell and the GNU programs of
 * every Linux. Each script runs as the user of the run. So the user may have written any answer: answers are bounded,
 * and a line of an unknown form is ignored.
 */
final class ScratchShell {
    /** Ends the name of a folder that is not complete. */
    private static final String PART = ".part";

    private static final String BEGIN = "umask 077; cd -- \"$1\" && stat -f -c '%a %S %c %d' . || exit 3; "
            + "if [ -e \"$2\" ]; then mv -T -- \"$2\" \"$2.part\" || exit 4; fi; mkdir -p -- \"$2.part\"; "
            + "[ -O \"$2.part\" ] && [ ! -L \"$2.part\" ] && cd -- \"$2.part\" || exit 4; "
            + "while IFS= read -r d; do mkdir -p -- \"./$d\" || exit 4; done; find . -type f -printf '%s\\n'";

    private static final String SETTLE = "cd -- \"$1\" && mv -T -- \"$2.part\" \"$2\"";

    private static final String HASHES = "cd -- \"$1\" && exec xargs -0 -r sha256sum --";

    private static final String LIST = "cd -- \"$1\" || exit 3; cd -- \"$2/files\" || exit 5; "
            + "find . -type f -printf '%s %P\\0' | head -c " + ScratchShell.MOST_LISTED;

    private static final String LOOK = "cd -- \"$1\" && xargs -0 -r sh -c "
            + "'find \"$@\" -maxdepth 0 -type f -printf \"%s %T@ %p\\n\" 2>/dev/null; true' sh";

    private static final String READ = "cd -- \"$1\" || exit 3; while read -r from most && IFS= read -r p; do "
            + "[ -f \"$p\" ] && [ ! -L \"$p\" ] && tail -c \"+$from\" -- \"$p\" | head -c \"$most\" | base64 -w 0; "
            + "echo; done";

    private static final String REMOVE = "cd -- \"$1\" || exit 3; "
            + "for d in \"$2\" \"$2.part\"; do [ ! -d \"$d\" ] || chmod -R u+rwX -- \"$d\" 2>/dev/null; done; "
            + "rm -rf --one-file-system -- \"$2\" \"$2.part\"; [ ! -e \"$2\" ] && [ ! -e \"$2.part\" ]";

    private static final String EXISTS = "cd -- \"$1\" || exit 3; [ -d \"$2\" ]";

    /** The exit status of the scripts if the scratch folder is missing. */
    private static final int NO_SCRATCH = 3;

    /** The exit status if the folder of the run is missing. */
    private static final int NO_FOLDER = 5;

    /** The most bytes of a list of files. A longer list is cut off, and so known to be too long. */
    private static final int MOST_LISTED = 3_500_000;

    /** The most bytes of paths in one question. */
    private static final int MOST_ASKED = 800_000;

    private static final int MOST_PATHS = 20_000;

    /** The least speed at which a host computes hashes. */
    private static final long HASHED_PER_SECOND = 20L << 20;

    private static final Pattern HASH = Pattern.compile("([0-9a-f]{64}) [ *](.*)");
    private static final Pattern SPACE = Pattern.compile("(\\d{1,18}) (\\d{1,9}) (\\d{1,18}) (\\d{1,18})");
    private static final Pattern SIZED = Pattern.compile("(\\d{1,18}) (.*)", Pattern.DOTALL);
    private static final Pattern SEEN = Pattern.compile("(\\d{1,18}) ([0-9.]{1,40}) (.*)");

    private final ClusterSettings cluster;
    private final ClusterCommands commands;
    private final Path root;

    /** @param root the scratch folder on the hosts of the cluster */
    ScratchShell(ClusterSettings cluster, ClusterCommands commands, Path root) {
        this.cluster = cluster;
        this.commands = commands;
        this.root = root;
    }

    /**
     * The space in the scratch folder.
     *
     * @param bytes the bytes that the user may still write
     * @param entries the files that can still be made; empty for a file system without such a limit
     * @param sent the bytes that an earlier try has sent
     */
    record Space(long bytes, OptionalLong entries, long sent) {}

    /** The size and the time of a file there, as they are compared with those of another look. */
    record Look(long bytes, String time) {}

    /** The part of a file to read: at most {@code most} bytes, from the byte {@code from} on, counted from 0. */
    record Part(String path, long from, int most) {}

    Path complete(String run) {
        return root.resolve(run);
    }

    Path incomplete(String run) {
        return root.resolve(run + PART);
    }

    /** Makes the incomplete folder of a run, with these folders inside, unless the incomplete folder exists. */
    Space begin(OsAccount account, String run, Collection<String> folders) throws InterruptedException {
        String input = String.join("\n", folders) + "\n";
        String[] lines = well("prepare the folder of run " + run, account, BEGIN, input, root.toString(), run)
                .split("\n");
        Matcher space = SPACE.matcher(lines[0]);
        if (!space.matches()) {
            throw away("does not tell the space in " + root, lines[0]);
        }
        long sent = 0;
        for (int line = 1; line < lines.length; line++) {
            sent += lines[line].matches("\\d{1,18}") ? Long.parseLong(lines[line]) : 0;
        }
        return new Space(
                Long.parseLong(space.group(1)) * Long.parseLong(space.group(2)),
                Long.parseLong(space.group(3)) == 0
                        ? OptionalLong.empty()
                        : OptionalLong.of(Long.parseLong(space.group(4))),
                sent);
    }

    /** Renames the incomplete folder of a run to the name of the complete folder. */
    void settle(OsAccount account, String run) throws InterruptedException {
        well("name the folder of run " + run, account, SETTLE, "", root.toString(), run);
    }

    /**
     * Returns the SHA-256 of files there, as far as the host can read them. The time limit of each command depends on
     * the bytes of the files that the command reads.
     *
     * @param sizes the bytes of each file
     */
    Map<RunPath, String> hashes(OsAccount account, Path folder, Map<RunPath, Long> sizes) throws InterruptedException {
        Map<RunPath, String> hashes = new HashMap<>();
        for (List<String> some :
                parts(sizes.keySet().stream().map(RunPath::value).toList())) {
            long bytes = some.stream()
                    .mapToLong(file -> sizes.get(new RunPath(file)))
                    .sum();
            Duration timeout = cluster.timeout().plusSeconds(bytes / HASHED_PER_SECOND);
            String answer = answer(account, HASHES, String.join("\0", some) + "\0", timeout, folder.toString())
                    .out();
            answer.lines()
                    .map(HASH::matcher)
                    .filter(Matcher::matches)
                    .filter(line -> RunPath.isAllowed(line.group(2)))
                    .forEach(line -> hashes.put(new RunPath(line.group(2)), line.group(1)));
        }
        return hashes;
    }

    /**
     * Returns the sizes of all regular files of a run there. Files with a name that no document can give are left out.
     *
     * @param most the most files
     * @throws ProblemException RUN_QUOTA if there are more files, RUN_LOST if the folder of the run is gone
     */
    Map<RunPath, Long> list(OsAccount account, String run, long most) throws InterruptedException {
        String answer = well("list the files of run " + run, account, LIST, "", root.toString(), run);
        String[] entries = answer.split("\0");
        if (entries.length > most || answer.length() > 0 && !answer.endsWith("\0")) {
            throw new ProblemException(Problem.of(
                    ProblemCode.RUN_QUOTA,
                    "the run has left more than " + Math.min(most, entries.length) + " files on cluster "
                            + cluster.name()));
        }
        Map<RunPath, Long> sizes = new LinkedHashMap<>();
        for (String entry : entries) {
            Matcher sized = SIZED.matcher(entry);
            if (sized.matches() && RunPath.isAllowed(sized.group(2))) {
                sizes.put(new RunPath(sized.group(2)), Long.parseLong(sized.group(1)));
            }
        }
        return sizes;
    }

    /** Looks at files, by their paths below the scratch folder; leaves out all but regular files. */
    Map<String, Look> look(OsAccount account, List<String> paths) throws InterruptedException {
        Map<String, Look> seen = new HashMap<>();
        for (List<String> some : parts(paths)) {
            well("look at records in " + root, account, LOOK, String.join("\0", some) + "\0", root.toString())
                    .lines()
                    .map(SEEN::matcher)
                    .filter(Matcher::matches)
                    .forEach(line -> seen.put(line.group(3), new Look(Long.parseLong(line.group(1)), line.group(2))));
        }
        return seen;
    }

    /** Reads parts of files in the order of the parts. A part of a file that cannot be read is empty. */
    List<byte[]> read(OsAccount account, List<Part> parts) throws InterruptedException {
        StringBuilder input = new StringBuilder();
        parts.forEach(part -> input.append(part.from() + 1)
                .append(' ')
                .append(part.most())
                .append('\n')
                .append(part.path())
                .append('\n'));
        String[] lines = well("read records in " + root, account, READ, input.toString(), root.toString())
                .split("\n", -1);
        List<byte[]> bytes = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            byte[] got = i < lines.length ? decoded(lines[i]) : new byte[0];
            bytes.add(got.length > parts.get(i).most() ? new byte[0] : got);
        }
        return bytes;
    }

    private static byte[] decoded(String line) {
        try {
            return Base64.getDecoder().decode(line);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /**
     * Removes both folders of a run, if there are any. Returns whether they are gone: processes of the user can keep a
     * folder from being removed.
     */
    boolean remove(OsAccount account, String run) throws InterruptedException {
        ClusterAnswer answer = answer(account, REMOVE, "", cluster.timeout(), root.toString(), run);
        if (answer.status() == NO_SCRATCH) {
            throw missing(account, answer);
        }
        return answer.well();
    }

    /** Returns whether the complete folder of a run is there. */
    boolean exists(OsAccount account, String run) throws InterruptedException {
        ClusterAnswer answer = answer(account, EXISTS, "", cluster.timeout(), root.toString(), run);
        if (answer.status() == NO_SCRATCH) {
            throw missing(account, answer);
        }
        return answer.well();
    }

    private static List<List<String>> parts(List<String> paths) {
        List<List<String>> parts = new ArrayList<>();
        int bytes = 0;
        for (String path : paths) {
            int length = path.getBytes(StandardCharsets.UTF_8).length + 1;
            if (parts.isEmpty()
                    || bytes + length > MOST_ASKED
                    || parts.get(parts.size() - 1).size() >= MOST_PATHS) {
                parts.add(new ArrayList<>());
                bytes = 0;
            }
            parts.get(parts.size() - 1).add(path);
            bytes += length;
        }
        return parts;
    }

    /** Returns the output of a script that must succeed. */
    private String well(String what, OsAccount account, String script, String input, String... words)
            throws InterruptedException {
        ClusterAnswer answer = answer(account, script, input, cluster.timeout(), words);
        if (answer.well()) {
            return answer.out();
        }
        if (answer.status() == NO_SCRATCH) {
            throw missing(account, answer);
        }
        if (answer.status() == NO_FOLDER) {
            throw new ProblemException(new Problem(
                    ProblemCode.RUN_LOST,
                    "the folder of the run in the scratch folder of cluster " + cluster.name() + " is gone",
                    answer.err().strip()));
        }
        if (answer.err().contains("No space left on device") || answer.err().contains("Disk quota exceeded")) {
            throw new ProblemException(new Problem(
                    ProblemCode.STORAGE_FULL,
                    "the scratch folder of cluster " + cluster.name() + " is full",
                    answer.err().strip()));
        }
        throw away("user " + account.name() + " cannot " + what, answer.err().strip());
    }

    private ProblemException missing(OsAccount account, ClusterAnswer answer) {
        return away(
                "user " + account.name() + " cannot enter the scratch folder " + root,
                answer.err().strip());
    }

    private ProblemException away(String what, String detail) {
        return new ProblemException(
                new Problem(ProblemCode.CLUSTER_AWAY, "cluster " + cluster.name() + ": " + what, detail));
    }

    private ClusterAnswer answer(OsAccount account, String script, String input, Duration timeout, String... words)
            throws InterruptedException {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        argv.addAll(List.of(words));
        return commands.answer(new ClusterCall(argv, input, account, timeout));
    }
}
