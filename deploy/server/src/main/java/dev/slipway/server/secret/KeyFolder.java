package dev.slipway.server.secret;

import dev.slipway.digest.Sha256;
import dev.slipway.server.home.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keeps key pairs of one algorithm in a folder that only the service reads, in files {@code 0001.pem}, {@code 0002.pem}
 * and so on. The highest number is the newest. The first key is made on first use. To retire a key, the operator
 * removes its file before a start.
 */
final class KeyFolder {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN (PRIVATE|PUBLIC) KEY-----([A-Za-z0-9+/=\\s]+)-----END \\1 KEY-----");

    private final Path folder;
    private final String algorithm;
    private final int bits;
    private List<Key> keys = List.of();

    /** Holds a pair and its name: the first 16 hex digits of the SHA-256 of the public key. */
    record Key(String kid, KeyPair pair) {
        static Key of(KeyPair pair) {
            return new Key(Sha256.hex(pair.getPublic().getEncoded()).substring(0, 16), pair);
        }
    }

    /** @param bits of a new key; 0 where the algorithm has only one size */
    KeyFolder(Path folder, String algorithm, int bits) {
        this.folder = folder;
        this.algorithm = algorithm;
        this.bits = bits;
    }

    /** Returns whether a key could have this name. */
    static boolean isName(String kid) {
        return kid.matches("[0-9a-f]{16}");
    }

    /** Returns all keys, the newest first; at least one. */
    synchronized List<Key> all() {
        if (keys.isEmpty()) {
            keys = read();
        }
        return keys.isEmpty() ? List.of(add()) : keys;
    }

    Key newest() {
        return all().get(0);
    }

    Optional<Key> find(String kid) {
        return all().stream().filter(key -> key.kid().equals(kid)).findFirst();
    }

    /** Makes one more key. */
    synchronized Key add() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (bits > 0) {
                generator.initialize(bits);
            }
            Key key = Key.of(generator.generateKeyPair());
            PrivateFiles.folder(folder, "rwx------");
            List<Key> more = new ArrayList<>(List.of(key));
            more.addAll(keys.isEmpty() ? read() : keys);
            PrivateFiles.write(
                    folder.resolve("%04d.pem".formatted(highest() + 1)),
                    pem("PRIVATE", key.pair().getPrivate().getEncoded())
                            + pem("PUBLIC", key.pair().getPublic().getEncoded()),
                    "rw-------");
            keys = List.copyOf(more);
            return key;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java makes no " + algorithm + " keys", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the highest number in use. A new key takes the next one, and not the number of files: after a key was
     * retired, that number could belong to a key that still opens passwords.
     */
    private int highest() throws IOException {
        List<Path> files = files();
        return files.isEmpty()
                ? 0
                : Integer.parseInt(files.get(0).getFileName().toString().replace(".pem", ""));
    }

    /** Returns the files, the newest first. A file that a crash left half-written has another form of name. */
    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("[0-9]{4,9}\\.pem"))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }
    }

    private List<Key> read() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try {
            List<Key> found = new ArrayList<>();
            for (Path file : files()) {
                found.add(Key.of(pair(Files.readString(file))));
            }
            return List.copyOf(found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalStateException("a file in " + folder + " is no " + algorithm + " key", e);
        }
    }

    private KeyPair pair(String pem) throws GeneralSecurityException {
        KeyFactory factory = KeyFactory.getInstance(algorithm);
        return new KeyPair(
                factory.generatePublic(new X509EncodedKeySpec(block(pem, "PUBLIC"))),
                factory.generatePrivate(new PKCS8EncodedKeySpec(block(pem, "PRIVATE"))));
    }

    private static byte[] block(String pem, String kind) {
        Matcher block = BLOCK.matcher(pem);
        while (block.find()) {
            if (block.group(1).equals(kind)) {
                return Base64.getMimeDecoder().decode(block.group(2));
            }
        }
        throw new IllegalArgumentException("no " + kind + " KEY");
    }

    private static String pem(String kind, byte[] der) {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + kind + " KEY-----\n" + text + "\n-----END " + kind + " KEY-----\n";
    }
}
