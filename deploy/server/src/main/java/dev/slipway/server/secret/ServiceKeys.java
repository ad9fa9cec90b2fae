package dev.slipway.server.secret;

import dev.slipway.secret.PublishedKey.Purpose;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** Keeps the service's keys: one folder for each purpose, and one for the audit. */
public final class ServiceKeys {
    private static final int RSA_BITS = 3072;

    private final Map<Purpose, KeyFolder> folders = new EnumMap<>(Purpose.class);
    private final KeyFolder audit;

    /** @param folder that only the service reads */
    public ServiceKeys(Path folder) {
        folders.put(Purpose.SEAL, new KeyFolder(folder.resolve("seal"), "RSA", RSA_BITS));
        folders.put(Purpose.CALLBACK, new KeyFolder(folder.resolve("callback"), "Ed25519", 0));
        audit = new KeyFolder(folder.resolve("audit"), "Ed25519", 0);
    }

    /**
     * Returns the key for the heads of checkpoints. Callers do not need this key, so the key has no separate
     * purpose.
     */
    KeyFolder audit() {
        return audit;
    }

    KeyFolder of(Purpose purpose) {
        return folders.get(purpose);
    }
}
