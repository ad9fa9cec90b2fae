package dev.slipway.server;

import dev.slipway.server.log.FailureLimit;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.service.ServiceConfiguration;
import dev.slipway.web.WebUi;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/** The service: queue, staging gateway, SOAP and pages in one process. SIGTERM ends it in order; runs go on under their guards. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerSettings.class)
@Import({ServiceConfiguration.class, WebUi.class})
public class SlipwayServer {

    /** Starts it; {@code arguments} are settings as {@code --slipway.port=9443}. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    /** The application with the one default that depends on who starts it. */
    static SpringApplication application() {
        SpringApplication application = new SpringApplication(SlipwayServer.class);
        application.setDefaultProperties(Map.of("slipway.home", standardHome()));
        application.addInitializers(context -> FailureLimit.install());
        return application;
    }

    private static String standardHome() {
        Path folder = "root".equals(System.getProperty("user.name"))
                ? Path.of("/var/lib/slipway")
                : Path.of(System.getProperty("user.home"), ".local/share/slipway");
        return folder.toString();
    }
}
