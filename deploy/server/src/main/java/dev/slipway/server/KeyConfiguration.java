package dev.slipway.server;

import dev.slipway.Middleware;
import dev.slipway.callback.Callbacks;
import dev.slipway.secret.KeyRing;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.secret.FirstKeys;
import dev.slipway.server.secret.KeyDesk;
import dev.slipway.server.secret.SealedSecrets;
import dev.slipway.server.secret.ServiceKeys;
import dev.slipway.server.secret.SignedCallbacks;
import dev.slipway.server.secret.SignedHeads;
import dev.slipway.server.secret.Syslog;
import dev.slipway.server.settings.ServerSettings;
import java.nio.file.Path;
import java.time.Clock;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the service's keys, and the objects that use them. */
@Configuration(proxyBeanMethods = false)
class KeyConfiguration {

    @Bean
    ServiceKeys keys(HomeFolder home) {
        return new ServiceKeys(home.keys());
    }

    @Bean
    FirstKeys firstKeys(ServiceKeys keys) {
        return new FirstKeys(keys);
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> afterStart(FirstKeys first) {
        return ready -> first.begin();
    }

    @Bean
    KeyRing keyRing(ServiceKeys keys, Middleware middleware) {
        return new KeyDesk(keys, middleware.ledger());
    }

    @Bean
    SignedHeads heads(ServiceKeys keys, ServerSettings settings, HomeFolder home, Clock clock) {
        Path named = settings.audit().heads();
        String syslog = settings.audit().syslog();
        return new SignedHeads(
                named.toString().isEmpty() ? home.heads() : named,
                keys,
                syslog.isEmpty() ? line -> {} : new Syslog(syslog, CoreSettings.machine(), clock));
    }

    @Bean
    SealedSecrets secrets(ServiceKeys keys, Clock clock) {
        return new SealedSecrets(keys, clock);
    }

    /** Makes the callbacks, which the middleware ends. */
    @Bean(destroyMethod = "")
    Callbacks callbacks(Middleware middleware, ServerSettings settings, ServiceKeys keys) {
        return middleware.callbacks(settings.callbacks().settings(), new SignedCallbacks(keys));
    }
}
