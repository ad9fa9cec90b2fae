package dev.slipway.server;

import dev.slipway.server.home.SetUpFailure;
import dev.slipway.server.home.TlsKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.jks.JksSslStoreBundle;
import org.springframework.boot.ssl.jks.JksSslStoreDetails;

/**
 * Renews the service's own TLS certificate while the service runs. Twice a day this class looks whether the certificate
 * is due, and gives a new one to the web server for all later connections.
 */
final class OwnCertificate implements AutoCloseable {
    /** The name of the bundle that the web server uses. */
    static final String BUNDLE = "slipway";

    private static final long HOURS = 12;
    private static final Logger LOG = LoggerFactory.getLogger(OwnCertificate.class);

    private final Supplier<TlsKey> key;
    private final SslOptions options;
    private final DefaultSslBundleRegistry bundles;
    private final ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "slipway-certificate");
        thread.setDaemon(true);
        return thread;
    });
    private X509Certificate shown;

    /** @param key makes the key, or renews the certificate, where due, and returns both */
    OwnCertificate(Supplier<TlsKey> key, SslOptions options) {
        this.key = key;
        this.options = options;
        TlsKey first = key.get();
        this.shown = first.certificate();
        this.bundles = new DefaultSslBundleRegistry(BUNDLE, bundle(first));
        looks.scheduleWithFixedDelay(this::lookAgain, HOURS, HOURS, TimeUnit.HOURS);
    }

    SslBundles bundles() {
        return bundles;
    }

    /** Renews the certificate if due, and passes the new one to the web server. */
    synchronized void look() {
        TlsKey now = key.get();
        if (!now.certificate().equals(shown)) {
            bundles.updateBundle(BUNDLE, bundle(now));
            shown = now.certificate();
        }
    }

    private void lookAgain() {
        try {
            look();
        } catch (SetUpFailure e) {
            LOG.error(
                    "the TLS certificate, which holds until {}, cannot be renewed",
                    shown.getNotAfter().toInstant(),
                    e);
        }
    }

    private SslBundle bundle(TlsKey key) {
        JksSslStoreDetails details =
                new JksSslStoreDetails("PKCS12", null, key.keyStore().toUri().toString(), key.password());
        return SslBundle.of(
                new JksSslStoreBundle(details, null), SslBundleKey.of(key.password(), TlsKey.ALIAS), options);
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }
}
