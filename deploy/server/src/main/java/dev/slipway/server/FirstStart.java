package dev.slipway.server;

import dev.slipway.account.Accounts;
import dev.slipway.server.home.FirstUser;
import dev.slipway.server.home.HomeFolder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Component;

/** Makes the first user before the port is open. Once the port is open, tells the operator where everything is. */
@Component
class FirstStart {
    private static final Logger LOG = LoggerFactory.getLogger(FirstStart.class);

    private final WebServer webServer;
    private final HomeFolder home;
    private final ServiceStore store;
    private final FirstUser firstUser;

    FirstStart(WebServer webServer, HomeFolder home, ServiceStore store, Accounts accounts, PasswordEncoder encoder) {
        this.webServer = webServer;
        this.home = home;
        this.store = store;
        this.firstUser = new FirstUser(home);
        firstUser.make(accounts, encoder::encode);
    }

    @EventListener
    void up(WebServerInitializedEvent event) {
        String address =
                "https://" + webServer.name() + ":" + event.getWebServer().getPort();
        firstUser.writeProfile(address + "/services/jobs");
        LOG.info(
                """
                Slipway is up
                  pages    {}/ui/jobs
                  SOAP     {}/services/jobs?wsdl
                  user     {}, password in {}
                  trust    {}
                  toolkit  SLIPWAY_PROFILE={}
                  store    {}
                  log      {}
                  stop     SIGTERM (Ctrl-C); running jobs go on""",
                address,
                address,
                FirstUser.NAME,
                home.operatorPassword(),
                home.certificate(),
                home.profile(),
                store.place(),
                home.root().resolve("log"));
    }
}
