package dev.slipway.server;

import dev.slipway.postgres.SystemUser;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.home.TemporaryFolder;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.SettingsCheck;
import java.time.Clock;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Makes the home folder and the objects that are kept there. All settings are checked before the first object is made.
 */
@Configuration(proxyBeanMethods = false)
class StoreConfiguration {

    /** Checks the settings before any bean is made. */
    @Bean
    static BeanFactoryPostProcessor settingsGate() {
        return beans -> {
            ServerSettings settings = beans.getBean(ServerSettings.class);
            SettingsCheck.require(settings);
            if (SystemUser.callerIsRoot()) {
                RunRange.of(settings);
            }
        };
    }

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    SystemUser databaseUser(ServerSettings settings) {
        return SystemUser.forDatabase(settings.store().embeddedAs());
    }

    @Bean
    HomeFolder homeFolder(ServerSettings settings, SystemUser databaseUser) {
        HomeFolder home = HomeFolder.prepare(settings.home(), databaseUser);
        home.warnOfTemporaryPlace();
        return home;
    }

    /**
     * Cleans the temporary folder when all is up: then the store's lock proves that no other service uses this folder.
     */
    @Bean
    ApplicationListener<ApplicationReadyEvent> oldTemporaryFiles(HomeFolder home) {
        return ready -> TemporaryFolder.clean(home);
    }

    @Bean(destroyMethod = "close")
    ServiceStore serviceStore(ServerSettings settings, HomeFolder home, SystemUser databaseUser) {
        return ServiceStore.open(settings.store(), home, databaseUser);
    }

    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }
}
