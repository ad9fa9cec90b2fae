package dev.slipway.server.secret;

import dev.slipway.secret.PublishedKey.Purpose;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the service's first keys once the service is up. An RSA key takes seconds, and hardly a caller has to wait for
 * one.
 */
public final class FirstKeys implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FirstKeys.class);

    private final ServiceKeys keys;
    private final Thread making = new Thread(this::make, "slipway-first-keys");

    public FirstKeys(ServiceKeys keys) {
        this.keys = keys;
    }

    /** Begins to make the keys; call this once. */
    public void begin() {
        making.start();
    }

    private void make() {
        try {
            for (Purpose purpose : Purpose.values()) {
                keys.of(purpose).all();
            }
        } catch (RuntimeException e) {
            // A caller who needs a key makes the service try again, and gets the error.
            LOG.warn("cannot make the first keys", e);
        }
    }

    /** Waits until the keys are made, because the folder of keys must not be left while a thread writes there. */
    @Override
    public void close() {
        try {
            making.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
