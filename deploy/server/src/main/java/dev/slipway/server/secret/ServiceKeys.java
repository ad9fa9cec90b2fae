package dev.slipway.server.secret;

import dev.slipway.secret.PublishedKey.Purpose;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The service's keys: one folder for each purpose. */
public final class ServiceKeys {
    private static final int RSA_BITS = 3072;

    private final Map<Purpose, KeyFolder> folders = new EnumMap<>(Purpose.class);

    /** @param folder that only the service reads */
    public ServiceKeys(Path folder) {
        folders.put(Purpose.SEAL, new KeyFolder(folder.resolve("seal"), "RSA", RSA_BITS));
        folders.put(Purpose.CALLBACK, new KeyFolder(folder.resolve("callback"), "Ed25519", 0));
    }

    KeyFolder of(Purpose purpose) {
        return folders.get(purpose);
    }
}
