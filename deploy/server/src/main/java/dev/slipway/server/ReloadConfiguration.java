package dev.slipway.server;

import dev.slipway.Middleware;
import dev.slipway.callback.CallbackSettings;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.Offer;
import dev.slipway.gateway.StepGateway;
import dev.slipway.operations.SettingsDesk;
import dev.slipway.postgres.SystemUser;
import dev.slipway.run.RunIdentities;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.SettingsReader;
import java.util.List;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Makes the reload of the settings, and names the parts of the service that take other settings. */
@Configuration(proxyBeanMethods = false)
class ReloadConfiguration {

    @Bean
    SettingsReload.Part changingPlaces(StepGateway gateway, HomeFolder home) {
        return next -> gateway.taking(PlaceSettings.places(next, home));
    }

    @Bean
    SettingsReload.Part changingMiddleware(Middleware middleware, HomeFolder home) {
        return next -> {
            Optional<RunIdentities> identities =
                    SystemUser.callerIsRoot() ? Optional.of(RunRange.of(next)) : Optional.empty();
            return middleware.taking(CoreSettings.of(next, home, identities));
        };
    }

    @Bean
    SettingsReload.Part changingCallbacks(Callbacks callbacks) {
        return next -> {
            CallbackSettings settings = next.callbacks().settings();
            return () -> callbacks.take(settings);
        };
    }

    @Bean
    SettingsReload.Part changingOffer(Offer offer) {
        return next -> {
            Offer.Content content = CoreSettings.offer(next);
            return () -> offer.take(content);
        };
    }

    @Bean
    SettingsReload settingsReload(
            ConfigurableEnvironment environment,
            ServerSettings settings,
            Middleware middleware,
            List<SettingsReload.Part> parts) {
        return new SettingsReload(new SettingsReader(environment), settings, middleware.ledger(), parts);
    }

    @Bean
    SettingsDesk settingsDesk(SettingsReload reload) {
        return new SettingsDesk(reload);
    }

    @Bean(destroyMethod = "close")
    HangUp hangUp(SettingsReload reload) {
        return new HangUp(reload);
    }
}
