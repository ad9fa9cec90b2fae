package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipway.gateway.sql.OwnLogins;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;

class SettingsTest {
    @TempDir
    Path folder;

    private GivenSettings given;

    @BeforeEach
    void give_what_has_no_default() throws IOException {
        given = new GivenSettings(folder);
    }

    @Test
    void documents_every_default_as_the_code_has_it() throws IOException {
        PropertySource<?> documented = new YamlPropertySourceLoader()
                .load("defaults", new ClassPathResource("slipway-defaults.yaml"))
                .get(0);

        assertThat(GivenSettings.bind(documented))
                .isEqualTo(GivenSettings.bind(new MapPropertySource("nothing", Map.of())));
    }

    @Test
    void documents_every_key() throws IOException {
        String documented = new ClassPathResource("slipway-defaults.yaml").getContentAsString(StandardCharsets.UTF_8);

        assertThat(keys(ServerSettings.class))
                .allSatisfy(key -> assertThat(documented).contains(key + ":"));
    }

    @Test
    void takes_the_settings_of_a_small_installation() {
        SettingsCheck.require(given.with(Map.of()));
    }

    @Test
    void refuses_each_bad_value_with_its_key_and_a_remedy() {
        Map<String, String> bad = Map.ofEntries(
                Map.entry("slipway.home", "relative"),
                Map.entry("slipway.port", "65536"),
                Map.entry("slipway.address", "no such host.invalid"),
                Map.entry("slipway.tls-names", "not a name"),
                Map.entry("slipway.guard", "/nonexistent/slipway-guard"),
                Map.entry("slipway.application-folders", "/nonexistent"),
                Map.entry("slipway.mpirun", ""),
                Map.entry("slipway.stream-launcher", "bin/stream-launch"),
                Map.entry("slipway.run-as", ""),
                Map.entry("slipway.partitions.local.slots", "0"),
                Map.entry("slipway.partitions.local.wall-time", "0s"),
                Map.entry("slipway.partitions.local.environment", "OMP_NUM_THREADS,LD_PRELOAD"),
                Map.entry("slipway.limits.document-bytes-per-user", "15MB"),
                Map.entry("slipway.limits.job-entries", "0"),
                Map.entry("slipway.limits.spare-entries", "-1"),
                Map.entry("slipway.limits.jobs-staging-in", "0"),
                Map.entry("slipway.limits.steps-at-once", "0"),
                Map.entry("slipway.limits.steps-per-job", "-1"),
                Map.entry("slipway.limits.database-connections", "0"),
                Map.entry("slipway.limits.connect-timeout", "1ms"),
                Map.entry("slipway.limits.statement-timeout", "-1s"),
                Map.entry("slipway.limits.ssh-idle-timeout", "0s"),
                Map.entry("slipway.limits.ssh-kept", "0s"),
                Map.entry("slipway.limits.http-idle-timeout", "0s"),
                Map.entry("slipway.folders.shared", "srv/shared"),
                Map.entry("slipway.limits.longest-outage", "59s"),
                Map.entry("slipway.limits.place-checks", "9s"),
                Map.entry("slipway.limits.kill-grace", "0s"),
                Map.entry("slipway.limits.spare-space", "-1MB"),
                Map.entry("slipway.limits.job-bytes", "1MB"),
                Map.entry("slipway.retention.run-folders", "-1s"),
                Map.entry("slipway.blocks.size", "64KB"),
                Map.entry("slipway.blocks.level", "10"),
                Map.entry("slipway.audit.syslog", "loghost"),
                Map.entry("slipway.retention.results", "0s"));

        bad.forEach((key, value) -> assertThat(given.findings(Map.of(key, value)))
                .as(key)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.key()).isEqualTo(key);
                    assertThat(finding.fault()).isNotBlank();
                    assertThat(finding.remedy()).endsWith(".");
                }));
    }

    @Test
    void refuses_a_guard_that_lies_where_a_job_can_name_it() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        Path elsewhere = Files.createSymbolicLink(
                folder.resolve("bin/guard"),
                Path.of(given.values().get("slipway.guard").toString()));

        for (Map<String, String> changed : List.of(
                Map.of("slipway.application-folders", folder.toString()),
                Map.of("slipway.application-folders", folder.getParent().toString()),
                Map.of("slipway.application-folders", link.toString()),
                Map.of("slipway.application-folders", folder.resolve("bin") + "," + folder),
                Map.of("slipway.guard", elsewhere.toString()))) {
            assertThat(given.findings(changed))
                    .as(changed.toString())
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.key()).isEqualTo("slipway.guard");
                        assertThat(finding.fault()).contains("lies inside the application folder");
                        assertThat(finding.remedy()).startsWith("Move slipway-guard to ");
                    });
        }
    }

    @Test
    void refuses_an_incomplete_source_and_host_key_by_key() {
        assertThat(given.findings(Map.of("slipway.sources.risk.url", "jdbc:mysql://db/risk")))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly(
                        "slipway.sources.risk.url", "slipway.sources.risk.user", "slipway.sources.risk.password-file");
        assertThat(given.findings(
                        Map.of("slipway.hosts.market-data.port", "0", "slipway.hosts.market-data.folder", "data")))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly(
                        "slipway.hosts.market-data.address",
                        "slipway.hosts.market-data.user",
                        "slipway.hosts.market-data.port",
                        "slipway.hosts.market-data.identity-file",
                        "slipway.hosts.market-data.known-hosts-file",
                        "slipway.hosts.market-data.folder");
    }

    @Test
    void a_host_has_a_key_or_a_password() {
        String secret = folder.resolve("slipway-guard").toString();
        Map<String, String> host = new HashMap<>(Map.of(
                "slipway.hosts.md1.address",
                "md1",
                "slipway.hosts.md1.user",
                "slipway",
                "slipway.hosts.md1.known-hosts-file",
                secret,
                "slipway.hosts.md1.password-file",
                secret));

        SettingsCheck.require(given.with(host));
        host.put("slipway.hosts.md1.identity-file", secret);
        assertThat(given.findings(host))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.hosts.md1");
        host.remove("slipway.hosts.md1.identity-file");
        host.put("slipway.hosts.md1.password-file", folder.resolve("none").toString());
        assertThat(given.findings(host))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.hosts.md1.password-file");
    }

    @Test
    void a_user_s_own_login_at_a_source_is_taken_and_an_incomplete_one_refused() {
        String secret = folder.resolve("slipway-guard").toString();
        Map<String, String> source = new HashMap<>(Map.of(
                "slipway.sources.risk.url", "jdbc:postgresql://db/risk",
                "slipway.sources.risk.user", "reader",
                "slipway.sources.risk.password-file", secret,
                "slipway.sources.risk.role-per-user", "true",
                "slipway.sources.risk.logins[0].name", "ann",
                "slipway.sources.risk.logins[0].user", "risk_ann"));

        assertThat(given.findings(source))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.sources.risk.logins[0].password-file");
        source.put("slipway.sources.risk.logins[0].password-file", secret);
        SettingsCheck.require(given.with(source));
        assertThat(given.with(source).sources().get("risk").ownLogins())
                .isEqualTo(new OwnLogins(true, Map.of("ann", new OwnLogins.Login("risk_ann", Path.of(secret)))));
    }

    @Test
    void a_login_is_of_the_user_whose_name_it_says_and_of_no_other() {
        String secret = folder.resolve("slipway-guard").toString();
        Map<String, String> source = new HashMap<>(Map.of(
                "slipway.sources.risk.url", "jdbc:postgresql://db/risk",
                "slipway.sources.risk.user", "reader",
                "slipway.sources.risk.password-file", secret));
        login(source, 0, "bob@x.org", secret);
        login(source, 1, "Ann_Lee", secret);

        SettingsCheck.require(given.with(source));
        assertThat(given.with(source).sources().get("risk").ownLogins().byUser())
                .containsOnlyKeys("bob@x.org", "Ann_Lee");

        login(source, 2, "bob@x.org", secret);
        login(source, 3, "no name", secret);
        assertThat(given.findings(source))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.sources.risk.logins[2].name", "slipway.sources.risk.logins[3].name");
    }

    /**
     * Asserts that logins cannot be keys of YAML: a key loses characters that no property has, and bob@x would become
     * bobx, another user.
     */
    @ParameterizedTest
    @ValueSource(strings = {"bob@x", "[bob@x]", "ann"})
    void a_login_under_a_key_is_an_unknown_key(String user) {
        given.values().put("slipway.sources.risk.logins." + user + ".user", "risk_bob");
        Binder binder = new Binder(ConfigurationPropertySources.from(new MapPropertySource("given", given.values())));

        assertThatThrownBy(() -> binder.bind(
                        "slipway",
                        Bindable.of(ServerSettings.class),
                        new NoUnboundElementsBindHandler(BindHandler.DEFAULT)))
                .hasRootCauseInstanceOf(UnboundConfigurationPropertiesException.class)
                .rootCause()
                .hasMessageContaining("slipway.sources.risk.logins");
    }

    private static void login(Map<String, String> source, int index, String name, String secret) {
        String key = "slipway.sources.risk.logins[" + index + "].";
        source.put(key + "name", name);
        source.put(key + "user", "risk_" + index);
        source.put(key + "password-file", secret);
    }

    @Test
    void refuses_a_password_in_an_address() {
        given.values().put("slipway.sources.risk.user", "reader");
        given.values()
                .put(
                        "slipway.sources.risk.password-file",
                        folder.resolve("slipway-guard").toString());

        assertThat(given.findings(Map.of("slipway.sources.risk.url", "jdbc:postgresql://db/risk?password=secret")))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.key()).isEqualTo("slipway.sources.risk.url");
                    assertThat(finding.fault()).doesNotContain("secret");
                });
    }

    @Test
    void a_database_without_its_driver_is_told_with_the_folder_for_drivers() throws IOException {
        String secret = folder.resolve("slipway-guard").toString();
        Map<String, String> source = new HashMap<>(Map.of(
                "slipway.sources.ledger.url", "jdbc:example://db/ledger",
                "slipway.sources.ledger.user", "reader",
                "slipway.sources.ledger.password-file", secret));
        String drivers = folder.resolve("home/drivers").toString();

        assertThat(given.findings(source)).singleElement().satisfies(finding -> {
            assertThat(finding.key()).isEqualTo("slipway.sources.ledger.url");
            assertThat(finding.fault()).contains(drivers).contains("jdbc:example:");
        });
        source.put("slipway.sources.ledger.driver", "org.example.Driver");
        assertThat(given.findings(source)).singleElement().satisfies(finding -> {
            assertThat(finding.key()).isEqualTo("slipway.sources.ledger.driver");
            assertThat(finding.fault()).contains(drivers).contains("org.example.Driver");
        });
        source.put("slipway.sources.ledger.url", "jdbc:postgresql://db/ledger");
        assertThat(given.findings(source))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.sources.ledger");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "rates.example.org/",
                "ftp://rates.example.org/",
                "https://rates.example.org/v1",
                "https://canary@rates.example.org/",
                "https://rates.example.org/v1/?key=1",
                "https://rates.example.org/v1/../",
                "https:///v1/"
            })
    void refuses_what_is_no_address_of_a_site(String url) {
        assertThat(given.findings(Map.of("slipway.sites.rates.url", url)))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.key()).isEqualTo("slipway.sites.rates.url");
                    assertThat(finding.fault()).doesNotContain("canary");
                });
    }

    @Test
    void sends_no_secret_to_a_site_in_the_clear() {
        String secret = folder.resolve("slipway-guard").toString();
        Map<String, String> site = new HashMap<>(Map.of(
                "slipway.sites.rates.url", "http://rates.example.org/", "slipway.sites.rates.bearer-file", secret));

        assertThat(given.findings(site))
                .extracting(InvalidSettings.Finding::fault)
                .containsExactly("a secret would go to it in the clear: http://rates.example.org/");
        site.put("slipway.sites.rates.url", "http://127.0.0.1:8080/");
        SettingsCheck.require(given.with(site));
        site.put("slipway.sites.rates.user", "ann");
        assertThat(given.findings(site))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.sites.rates");
    }

    @Test
    void refuses_a_store_with_a_user_and_no_address() {
        assertThat(given.findings(Map.of("slipway.store.user", "slipway")))
                .extracting(InvalidSettings.Finding::key)
                .containsExactly("slipway.store.url");
    }

    @Test
    void refuses_half_a_tls_key_and_files_that_cannot_be_read() {
        assertThat(given.findings(Map.of("slipway.tls.key", "/nonexistent/key")))
                .extracting(InvalidSettings.Finding::key, InvalidSettings.Finding::fault)
                .containsExactly(
                        tuple("slipway.tls.certificate", "it is empty"),
                        tuple("slipway.tls.key", "cannot be read: /nonexistent/key"));
    }

    @Test
    void keeps_the_order_of_partitions_because_the_first_is_the_default() {
        given.values().clear();
        Map<String, Object> two = new LinkedHashMap<>();
        two.put("slipway.partitions.zebra.slots", "2");
        two.put("slipway.partitions.ant.slots", "4");

        assertThat(GivenSettings.bind(new MapPropertySource("two", two))
                        .partitions()
                        .keySet())
                .containsExactly("zebra", "ant");
    }

    @Test
    void names_all_that_is_wrong_at_once() {
        assertThatThrownBy(() -> SettingsCheck.require(given.with(Map.of("slipway.port", "-1", "slipway.mpirun", ""))))
                .isInstanceOf(InvalidSettings.class)
                .hasMessageContaining("slipway.port: -1 is not a port")
                .hasMessageContaining("slipway.mpirun: it is empty");
    }

    /** Returns the keys of a record and of the records in it, as they stand in YAML. */
    private static List<String> keys(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .flatMap(component -> {
                    String key =
                            component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
                    Class<?> in = component.getType();
                    return in.isRecord() ? Stream.concat(Stream.of(key), keys(in).stream()) : Stream.of(key);
                })
                .toList();
    }
}
