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

/**
 * Runs the service: queue, staging gateway, SOAP and pages in one process. SIGTERM ends the process in order; runs go
 * on under their guards.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerSettings.class)
@Import({ServiceConfiguration.class, WebUi.class})
public class SlipwayServer {

    /** Starts the service; {@code arguments} are settings such as {@code --slipway.port=9443}. */
    public static void main(String[] arguments) {
        application().run(arguments);
    }

    /** Makes the application with the one default that depends on the user who starts the service. */
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
