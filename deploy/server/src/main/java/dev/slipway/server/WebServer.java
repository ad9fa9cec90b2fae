package dev.slipway.server;

import dev.slipway.server.doorstep.Doorstep;
import dev.slipway.server.doorstep.Doorway;
import dev.slipway.server.doorstep.KnownMethods;
import dev.slipway.server.doorstep.PlainPaths;
import dev.slipway.server.home.GivenTlsKey;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.home.TlsKey;
import dev.slipway.server.login.KnownCallers;
import dev.slipway.server.settings.ServerSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/**
 * Configures where the service listens: TLS only, with the operator's key or else the key of the home folder, behind a
 * {@link Doorstep}.
 */
@Component
class WebServer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, AutoCloseable {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    /**
     * Cipher suites that encrypt and authenticate in one. The suites of TLS 1.2 with CBC and SHA-1, which Java offers
     * too, are left out.
     */
    private static final String[] CIPHERS = {
        "TLS_AES_256_GCM_SHA384",
        "TLS_AES_128_GCM_SHA256",
        "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    };

    private final ServerSettings settings;
    private final HomeFolder home;
    private final SingletonSupplier<KnownCallers> callers;
    private final Optional<GivenTlsKey> given;
    private final Clock clock;
    private OwnCertificate own;

    /**
     * @param callers gives the known callers, who need the store and therefore do not exist yet when this object is
     *     made
     */
    WebServer(ServerSettings settings, HomeFolder home, Clock clock, ObjectProvider<KnownCallers> callers) {
        this.settings = settings;
        this.home = home;
        this.clock = clock;
        this.callers = SingletonSupplier.of(callers::getObject);
        ServerSettings.Tls tls = settings.tls();
        this.given =
                tls.given() ? Optional.of(GivenTlsKey.in(home, tls.certificate(), tls.key(), clock)) : Optional.empty();
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.setSsl(given.map(WebServer::of).orElseGet(() -> own(factory)));
        // Without these settings Tomcat makes folders in the system's temporary folder.
        factory.setBaseDirectory(home.web().toFile());
        factory.setDocumentRoot(home.pages().toFile());
        factory.setProtocol(Doorway.class.getName());
        factory.addEngineValves(new Doorstep(request -> callers.obtain().knows(request)));
        factory.addConnectorCustomizers(Doorstep::prepare);
        factory.setPort(settings.port());
        factory.setAddress(address());
        factory.addConnectorCustomizers(KnownMethods::prepare);
        factory.addContextValves(new KnownMethods(), new PlainPaths());
    }

    private static Ssl of(GivenTlsKey key) {
        Ssl ssl = new Ssl();
        ssl.setCertificate(key.certificate().toUri().toString());
        ssl.setCertificatePrivateKey(key.key().toUri().toString());
        ssl.setEnabledProtocols(PROTOCOLS);
        ssl.setCiphers(CIPHERS);
        return ssl;
    }

    private Ssl own(TomcatServletWebServerFactory factory) {
        close();
        own = new OwnCertificate(() -> TlsKey.in(home, settings.tlsNames(), clock), SslOptions.of(CIPHERS, PROTOCOLS));
        factory.setSslBundles(own.bundles());
        return Ssl.forBundle(OwnCertificate.BUNDLE);
    }

    /** Renews the service's own certificate if due. A certificate of the operator's is left alone. */
    void renewCertificate() {
        if (own != null) {
            own.look();
        }
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        }
    }

    /** Returns the name that clients on this machine call. The certificate contains this name. */
    String name() {
        List<String> names = given.map(GivenTlsKey::names).orElse(List.of()).stream()
                .filter(name -> !name.contains("*"))
                .toList();
        if (!names.isEmpty() && !names.contains(settings.address())) {
            return names.get(0);
        }
        return address().isAnyLocalAddress() ? settings.tlsNames().get(0) : settings.address();
    }

    /**
     * Returns whether clients may call the service by this name: the operator's certificate holds for the name, or the
     * operator lists the name.
     *
     * @param called as in a URL, an IPv6 address in brackets
     */
    boolean hasName(String called) {
        String name = plain(called);
        return Stream.concat(Stream.of(name()), settings.tlsNames().stream())
                        .anyMatch(own -> plain(own).equalsIgnoreCase(name))
                || given.stream().anyMatch(key -> key.holdsFor(name));
    }

    /**
     * Returns a name unchanged, and an IPv6 address as Java writes it. Java writes the addresses of a certificate in
     * this form, too.
     */
    private static String plain(String name) {
        if (name.indexOf(':') < 0) {
            return name;
        }
        try {
            // A text with a colon is never looked up by name.
            return InetAddress.getByName(name).getHostAddress();
        } catch (UnknownHostException e) {
            return name;
        }
    }

    private InetAddress address() {
        try {
            return InetAddress.getByName(settings.address());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the settings' check let " + settings.address() + " pass", e);
        }
    }
}
