package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailSettingsTest {
    @TempDir
    Path folder;

    private GivenSettings settings;
    private Map<String, String> good;

    @BeforeEach
    void give() throws IOException {
        settings = new GivenSettings(folder);
        good = Map.of(
                "slipway.mail.host", "mail.example.org",
                "slipway.mail.user", "slipway",
                "slipway.mail.password-file",
                        Files.writeString(folder.resolve("password"), "secret").toString(),
                "slipway.mail.from", "slipway@example.org",
                "slipway.mail.pages", "https://slipway.example.org:8443");
    }

    @Test
    void no_mails_are_sent_unless_a_server_is_named() {
        assertThat(settings.with(Map.of()).mail().on()).isFalse();
        assertThat(settings.findings(Map.of())).isEmpty();
        assertThat(settings.findings(good)).isEmpty();
        assertThat(keys(Map.of("slipway.mail.from", "slipway@example.org"))).containsExactly("slipway.mail.host");
    }

    @Test
    void each_unusable_value_is_named() {
        for (Map.Entry<String, String> wrong : List.of(
                Map.entry("slipway.mail.host", "mail example"),
                Map.entry("slipway.mail.port", "0"),
                Map.entry("slipway.mail.security", "ssl"),
                Map.entry("slipway.mail.security", "none"),
                Map.entry("slipway.mail.user", ""),
                Map.entry("slipway.mail.password-file", "/nowhere"),
                Map.entry("slipway.mail.from", "a@b\r\nBcc: c@d"),
                Map.entry("slipway.mail.from", ""),
                Map.entry("slipway.mail.pages", ""),
                Map.entry("slipway.mail.pages", "http://slipway.example.org"),
                Map.entry("slipway.mail.pages", "https://slipway.example.org/x"),
                Map.entry("slipway.mail.per-hour", "0"))) {
            Map<String, String> changed = new HashMap<>(good);
            changed.put(wrong.getKey(), wrong.getValue());
            assertThat(keys(changed)).as("%s", wrong).containsExactly(wrong.getKey());
        }
    }

    private List<String> keys(Map<String, String> changed) {
        return settings.findings(changed).stream()
                .map(InvalidSettings.Finding::key)
                .toList();
    }
}
