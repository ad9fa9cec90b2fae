package dev.slipway.server.secret;

import dev.slipway.journal.KeptHeads;
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
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps the heads of checkpoints in a file outside of the store, each signed by the service's audit key (Ed25519). A
 * line is {@code SEQUENCE HASH KID SIGNATURE}; the signature, in base64url, is over the text {@code slipway-checkpoint
 * LF SEQUENCE LF HASH LF}. So whoever can write the store changes no line, and a copy of a line proves itself wherever
 * it is kept.
 */
public final class SignedHeads implements KeptHeads {
    private static final Pattern LINE =
            Pattern.compile("(\\d{1,18}) ([0-9a-f]{64}) ([0-9a-f]{16}) ([A-Za-z0-9_-]{86})");

    private final Path file;
    private final KeyFolder keys;

    /** @param file to add to; its folder is made */
    public SignedHeads(Path file, ServiceKeys keys) {
        this.file = file;
        this.keys = keys.audit();
    }

    @Override
    public synchronized void keep(Head head) throws IOException {
        KeyFolder.Key key = keys.newest();
        String line = head.checkpoint() + " " + head.hash() + " " + key.kid() + " " + signature(key, head) + "\n";
        if (!Files.exists(file)) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        try (FileChannel out = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            out.position(out.size());
            // A line that a crash cut off ends here.
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

    /** A line without the form of one was cut off by a crash, and says nothing. */
    @Override
    public synchronized Reading read() {
        List<Head> heads = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        for (String line : lines()) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                Head head = new Head(Long.parseLong(parts.group(1)), parts.group(2));
                if (holds(head, keys.find(parts.group(3)), parts.group(4))) {
                    heads.add(head);
                } else {
                    findings.add("the head of checkpoint " + head.checkpoint() + " in " + file
                            + " is not signed by an audit key of this service");
                }
            }
        }
        return new Reading(heads, findings);
    }

    private List<String> lines() {
        try {
            return Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("the heads of checkpoints cannot be read from " + file, e);
        }
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

    private static boolean holds(Head head, Optional<KeyFolder.Key> key, String signature) {
        if (key.isEmpty()) {
            return false;
        }
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
