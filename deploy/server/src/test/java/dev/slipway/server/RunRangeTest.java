package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.postgres.SystemUser;
import dev.slipway.run.RunIdentities;
import dev.slipway.server.settings.InvalidSettings;
import dev.slipway.server.settings.ServerSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class RunRangeTest {

    @Test
    void is_never_root() {
        assertThatThrownBy(() -> RunRange.of(settings("0-10")))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("slipway.run-as")
                .hasMessageContaining("without root");
    }

    @Test
    void never_holds_the_databases_user() {
        int database = SystemUser.forDatabase(null).uid();

        assertThatThrownBy(() -> RunRange.of(settings(database + "-" + (database + 5))))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("embedded database");
    }

    @Test
    void is_a_range_that_goes_up() {
        assertThat(RunRange.of(settings("61000-61009"))).isEqualTo(new RunIdentities(61000, 61009));
        for (String wrong : List.of("slipway-run", "61009-61000", "61000", "1-99999999999")) {
            assertThatThrownBy(() -> RunRange.of(settings(wrong))).isInstanceOf(InvalidSettings.class);
        }
    }

    private static ServerSettings settings(String runAs) {
        return new Binder(new MapConfigurationPropertySource(Map.of("slipway.run-as", runAs)))
                .bindOrCreate("slipway", ServerSettings.class);
    }
}
