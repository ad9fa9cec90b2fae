package dev.slipway.server.secret;

import dev.slipway.digest.Sha256;
import dev.slipway.journal.ledger.KeptHeads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keeps the heads of checkpoints in a file outside of the store, each signed by the service's audit key (Ed25519). A
 * line is {@code SEQUENCE HASH KID SIGNATURE}; the signature, in base64url, is over the text
 * {@code slipway-checkpoint LF SEQUENCE LF HASH LF}. An attacker who can write the store therefore cannot change a
 * line, and a copy of a line can be verified in any place.
 */
public final class SignedHeads implements KeptHeads {
    private static final Pattern LINE =
            Pattern.compile("(\\d{1,18}) ([0-9a-f]{64}) ([0-9a-f]{16}) ([A-Za-z0-9_-]{86})");

    private final Path file;
    private final KeyFolder keys;
    private final Consumer<String> elsewhere;
    private final LongAdder checks = new LongAdder();

    /** Readers wait for each other, and never for a thread that keeps a head. */
    private final Object reading = new Object();

    private Verified verified = Verified.NOTHING;

    /** Describes the verified start of the file: this many bytes with this digest need not be verified again. */
    private record Verified(int length, String sha256, Reading reading) {
        static final Verified NOTHING = new Verified(0, Sha256.hex(new byte[0]), new Reading(List.of(), List.of()));

        boolean isStartOf(byte[] bytes) {
            return length <= bytes.length
                    && Sha256.hex(Arrays.copyOf(bytes, length)).equals(sha256);
        }
    }

    /** Holds a line of the file. The signature is not checked yet. */
    private record Line(Head head, String kid, String signature) {
        static Optional<Line> of(String text) {
            Matcher parts = LINE.matcher(text);
            return parts.matches()
                    ? Optional.of(new Line(
                            new Head(Long.parseLong(parts.group(1)), parts.group(2)), parts.group(3), parts.group(4)))
                    : Optional.empty();
        }
    }

    /**
     * @param file to add to; made, with its folder, when the first head is kept
     * @param elsewhere takes each line without its end, even when the line could not be written to the file
     */
    public SignedHeads(Path file, ServiceKeys keys, Consumer<String> elsewhere) {
        this.file = file;
        this.keys = keys.audit();
        this.elsewhere = elsewhere;
    }

    SignedHeads(Path file, ServiceKeys keys) {
        this(file, keys, line -> {});
    }

    @Override
    public synchronized void keep(Head head) throws IOException {
        KeyFolder.Key key = keys.newest();
        String line = head.checkpoint() + " " + head.hash() + " " + key.kid() + " " + signature(key, head);
        try {
            write(line + "\n");
        } finally {
            elsewhere.accept(line);
        }
    }

    private void write(String line) throws IOException {
        if (!Files.exists(file)) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        try (FileChannel out = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            out.position(out.size());
            // The line break ends a line that a crash cut off.
            ByteBuffer bytes = StandardCharsets.US_ASCII.encode((endsALine(out) ? "" : "\n") + line);
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.force(true);
        }
    }

    private static boolean endsALine(FileChannel file) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        return file.size() == 0 || file.read(last, file.size() - 1) < 1 || last.get(0) == '\n';
    }

    /**
     * Verifies the lines that were added since the last time, or the whole file if the part verified before has
     * changed. A line of another form was cut off by a crash, and is ignored.
     */
    @Override
    public Reading read() {
        synchronized (reading) {
            byte[] bytes = bytes();
            Verified before = verified.isStartOf(bytes) ? verified : Verified.NOTHING;
            Reading added = verify(lines(bytes, before.length()));
            Reading all = new Reading(
                    joined(before.reading().heads(), added.heads()),
                    joined(before.reading().findings(), added.findings()));
            int length = endOfLines(bytes);
            verified = new Verified(length, Sha256.hex(Arrays.copyOf(bytes, length)), all);
            return all;
        }
    }

    private static <T> List<T> joined(List<T> before, List<T> after) {
        return Stream.concat(before.stream(), after.stream()).toList();
    }

    /** Looks at the current lines. Only the signatures of requested lines are checked. */
    @Override
    public Optional<Look> look() {
        TreeMap<Long, List<Line>> kept = new TreeMap<>();
        lines(bytes(), 0).forEach(line -> kept.computeIfAbsent(line.head().checkpoint(), first -> new ArrayList<>())
                .add(line));
        return Optional.of(checkpoint -> {
            List<String> findings = new ArrayList<>();
            for (List<Line> lines : kept.tailMap(checkpoint).values()) {
                Reading found = verify(lines);
                findings.addAll(found.findings());
                if (!found.heads().isEmpty()) {
                    return new Reading(found.heads(), findings);
                }
            }
            return new Reading(List.of(), findings);
        });
    }

    private Reading verify(List<Line> lines) {
        List<Head> heads = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        for (Line line : lines) {
            if (holds(line.head(), keys.find(line.kid()), line.signature())) {
                heads.add(line.head());
            } else {
                findings.add("the head of checkpoint " + line.head().checkpoint() + " in " + file
                        + " is not signed by an audit key of this service");
            }
        }
        return new Reading(heads, findings);
    }

    /** Returns the number of signatures that were checked. */
    long checks() {
        return checks.sum();
    }

    private byte[] bytes() {
        try {
            return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
        } catch (IOException e) {
            throw new UncheckedIOException("the heads of checkpoints cannot be read from " + file, e);
        }
    }

    /** Returns the whole lines from {@code start} on. A line without an end is still being written, or was cut off. */
    private static List<Line> lines(byte[] bytes, int start) {
        return new String(bytes, start, endOfLines(bytes) - start, StandardCharsets.ISO_8859_1)
                .lines()
                .flatMap(text -> Line.of(text).stream())
                .toList();
    }

    private static int endOfLines(byte[] bytes) {
        int end = bytes.length;
        while (end > 0 && bytes[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    private static byte[] signed(Head head) {
        return ("slipway-checkpoint\n" + head.checkpoint() + "\n" + head.hash() + "\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String signature(KeyFolder.Key key, Head head) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key.pair().getPrivate());
            signature.update(signed(head));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java signs no Ed25519", e);
        }
    }

    private boolean holds(Head head, Optional<KeyFolder.Key> key, String signature) {
        if (key.isEmpty()) {
            return false;
        }
        checks.increment();
        try {
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(key.get().pair().getPublic());
            check.update(signed(head));
            return check.verify(Base64.getUrlDecoder().decode(signature));
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
