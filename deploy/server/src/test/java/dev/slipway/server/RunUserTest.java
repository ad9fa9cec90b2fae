package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.postgres.SystemUser;
import dev.slipway.server.settings.InvalidSettings;
import dev.slipway.server.settings.ServerSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RunUserTest {

    @Test
    void is_never_root() {
        assertThatThrownBy(() -> RunUser.of(settings("root")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("slipway.run-as: what must not be root cannot run as root");
        assertThatThrownBy(() -> RunUser.of(settings("0:0"))).isInstanceOf(InvalidSettings.class);
    }

    @Test
    void is_never_the_databases_user() {
        assertThatThrownBy(
                        () -> RunUser.of(settings(SystemUser.forDatabase(null).user())))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("also runs the embedded database");
    }

    @Test
    void must_exist_unless_given_by_numbers() {
        assertThatThrownBy(() -> RunUser.of(settings("no-such-user")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("slipway.run-as: there is no user no-such-user");
        assertThat(RunUser.of(settings("61234:61235")))
                .satisfies(user -> assertThat(user.uid()).isEqualTo(61234))
                .satisfies(user -> assertThat(user.gid()).isEqualTo(61235));
    }

    private static ServerSettings settings(String runAs) {
        return new Binder(new MapConfigurationPropertySource(Map.of("slipway.run-as", runAs)))
                .bindOrCreate("slipway", ServerSettings.class);
    }
}
