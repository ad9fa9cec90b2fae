package dev.slipway.server;

import dev.slipway.server.doorstep.Doorstep;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.home.TlsKey;
import dev.slipway.server.settings.ServerSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Where the service listens: TLS only, with the key of the home folder, behind a {@link Doorstep}. */
@Component
class WebServer implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {
    private final ServerSettings settings;
    private final HomeFolder home;

    WebServer(ServerSettings settings, HomeFolder home) {
        this.settings = settings;
        this.home = home;
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        TlsKey key = TlsKey.in(home, settings.tlsNames());
        Ssl ssl = new Ssl();
        ssl.setKeyStore(key.keyStore().toUri().toString());
        ssl.setKeyStoreType("PKCS12");
        ssl.setKeyStorePassword(key.password());
        ssl.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        factory.setSsl(ssl);
        factory.addEngineValves(new Doorstep());
        factory.addConnectorCustomizers(Doorstep::prepare);
        factory.setPort(settings.port());
        try {
            factory.setAddress(InetAddress.getByName(settings.address()));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("the settings' check let " + settings.address() + " pass", e);
        }
    }
}
