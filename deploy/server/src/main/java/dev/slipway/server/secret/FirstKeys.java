package dev.slipway.server.secret;

import dev.slipway.secret.PublishedKey.Purpose;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the service's first keys once it is up, for an RSA key takes seconds, so that hardly a caller waits for them. */
public final class FirstKeys implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FirstKeys.class);

    private final ServiceKeys keys;
    private final Thread making = new Thread(this::make, "slipway-first-keys");

    public FirstKeys(ServiceKeys keys) {
        this.keys = keys;
    }

    /** Once. */
    public void begin() {
        making.start();
    }

    private void make() {
        try {
            for (Purpose purpose : Purpose.values()) {
                keys.of(purpose).all();
            }
        } catch (RuntimeException e) {
            // Whoever needs one tries again, and is told.
            LOG.warn("cannot make the first keys", e);
        }
    }

    /** Waits until they are made: a folder of keys is not left while somebody writes it. */
    @Override
    public void close() {
        try {
            making.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
