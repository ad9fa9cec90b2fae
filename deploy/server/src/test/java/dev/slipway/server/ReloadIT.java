package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.Middleware;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.SettingsReader;
import dev.slipway.servers.Await;
import dev.slipway.servers.Signals;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.ConfigurableEnvironment;

/** Tests reloads of slipway.yaml on the whole service: taken as a whole, or refused as a whole. */
@Timeout(300)
class ReloadIT {
    private static final Pattern TOKEN = Pattern.compile("token>([0-9a-z]{32})<");

    private static final String DOCUMENT = """
            <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix" xmlns:sw="urn:slipway:job:1">
              <jsdl:JobDescription>
                <jsdl:Application><posix:POSIXApplication>
                  <posix:Executable>hello</posix:Executable>
                </posix:POSIXApplication></jsdl:Application>
                <jsdl:Resources><sw:Partition>PARTITION</sw:Partition></jsdl:Resources>
                <jsdl:DataStaging>
                  <jsdl:FileName>curve.csv</jsdl:FileName>
                  <jsdl:CreationFlag>overwrite</jsdl:CreationFlag>
                  <jsdl:Source><sw:FolderCopy folder="shared" path="curve.csv"/></jsdl:Source>
                </jsdl:DataStaging>
              </jsdl:JobDescription>
            </jsdl:JobDefinition>
            """;

    private static final String DAY = "  partitions: { day: { slots: 2 } }";
    private static final String BOTH = "  partitions: { day: { slots: 2 }, night: { slots: 2 } }";

    @TempDir
    static Path shared;

    private static String folders;
    private static WholeService service;

    @BeforeAll
    static void start() throws Exception {
        Files.writeString(shared.resolve("curve.csv"), "EUR,1\n");
        folders = "  folders: { shared: " + shared + " }";
        service = new WholeService(folders, BOTH);
        service.program("hello");
        service.start();
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
    }

    /** Brings back the settings of the start, which is a reload too. */
    @BeforeEach
    void reset() throws Exception {
        service.settings(folders, BOTH);
        assertThat(reload()).contains("settingsReloadResponse");
    }

    @Test
    void a_reload_takes_all_changes_and_the_audit_names_the_keys_without_their_values() throws Exception {
        service.settings(
                "  folders: { shared: " + shared + ", more: " + shared + " }",
                "  partitions: { day: { slots: 2 }, night: { slots: 2 }, weekend: { slots: 1 } }",
                "  limits: { jobs-per-sweep: 7 }");

        assertThat(reload())
                .contains(
                        "changed>folders.more<", "changed>limits.jobs-per-sweep<", "changed>partitions.weekend.slots<");

        assertThat(call("<s:capabilities/>")).contains(">weekend<", ">more<", "largestSweep>7<");
        assertThat(submission("weekend")).containsPattern(TOKEN);
        assertThat(call("<s:partitions/>")).contains(">weekend<");
        assertThat(call("<s:places/>")).contains(">folder:more<");
        assertThat(operations())
                .containsPattern("kind>SETTINGS_RELOADED<.*by>operator<.*text>changed: folders.more, ")
                .doesNotContain(shared.toString());
        assertThat(reload()).doesNotContain("changed>");
    }

    @Test
    void a_wrong_value_or_key_refuses_the_whole_file_with_the_messages_of_a_start() throws Exception {
        service.settings(folders, DAY, "  limits: { jobs-per-sweep: 7, jobs-per-user: 0 }");

        assertThat(reload())
                .contains(
                        "settings.refused",
                        "slipway.yaml is refused: slipway.limits.jobs-per-user",
                        "slipway.limits.jobs-per-user: 0 is less than 1",
                        "slipway.limits.jobs-per-user: Allow at least one.");
        service.settings(folders, DAY, "  limits: { jobs-per-sweeep: 7 }");
        assertThat(reload()).contains("settings.refused", "slipway.limits.jobs-per-sweeep: no such key");
        service.settings(folders, DAY, "  limits: { jobs-per-sweep: [");
        assertThat(reload()).contains("settings.refused", "while parsing");

        assertThat(call("<s:capabilities/>")).contains(">night<", "largestSweep>1000<");
        assertThat(operations()).containsPattern("kind>SETTINGS_REFUSED<.*by>operator<.*text>slipway.yaml is refused");
    }

    @Test
    void a_file_that_is_gone_or_empty_is_refused_and_not_taken_for_all_defaults() throws Exception {
        Path file = service.home().resolve("slipway.yaml");
        Files.delete(file);
        assertThat(reload()).contains("settings.refused", "slipway.yaml is gone: " + file, "put it back");
        Files.writeString(file, "# nothing\n");
        assertThat(reload()).contains("settings.refused", "slipway.yaml is gone: " + file);

        assertThat(call("<s:capabilities/>")).contains(">night<");
        assertThat(operations()).containsPattern("kind>SETTINGS_REFUSED<.*by>operator<.*text>slipway.yaml is gone");
    }

    @Test
    void a_part_that_cannot_take_the_settings_refuses_them_for_all_parts() throws Exception {
        AtomicBoolean taken = new AtomicBoolean();
        SettingsReload reload = new SettingsReload(
                new SettingsReader(service.bean(ConfigurableEnvironment.class)),
                service.bean(ServerSettings.class),
                service.bean(Middleware.class).ledger(),
                List.of(next -> () -> taken.set(true), next -> {
                    throw new IllegalArgumentException("two hosts are named lab");
                }));

        assertThatThrownBy(() -> reload.reload("olga", "local"))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        thrown -> assertThat(thrown.problem().code()).isEqualTo(ProblemCode.SETTINGS_REFUSED))
                .hasMessageContaining("two hosts are named lab");
        assertThat(taken).isFalse();
        assertThat(operations()).containsPattern("kind>SETTINGS_REFUSED<.*by>olga<.*text>.*two hosts are named lab");
    }

    @Test
    void a_key_that_needs_a_restart_is_named_and_nothing_is_taken() throws Exception {
        service.settings(folders, DAY, "  limits: { jobs-per-sweep: 7, login-time: 1h }", "  tls-names: [localhost]");

        assertThat(reload())
                .contains(
                        "settings.refused",
                        "needs a restart: limits.login-time, tls-names",
                        "not taken either: limits.jobs-per-sweep, partitions.night.environment, ");

        assertThat(call("<s:capabilities/>")).contains(">night<", "largestSweep>1000<");
    }

    @Test
    void a_job_waits_for_a_place_that_went_and_goes_on_when_a_signal_brings_the_place_back() throws Exception {
        String token = held("day");
        service.settings(DAY);
        reload();

        assertThat(submission("day")).contains("source.unknown");
        release(token);
        await("explain", token, "folder shared is not in the settings any more");

        service.settings(folders, DAY);
        Signals.send("HUP", List.of(ProcessHandle.current()));
        await("history", token, ">STAGED_IN<");
        assertThat(operations()).containsPattern("by>slipway<.*from>SIGHUP<.*text>changed: folders.shared");
    }

    @Test
    void a_job_of_a_partition_that_went_waits_and_lets_others_pass_until_the_partition_is_back() throws Exception {
        String token = held("night");
        service.settings(folders, DAY);
        reload();

        assertThat(submission("night")).contains("launch.partition-unknown");
        release(token);
        await("explain", token, "is not launched: there is no partition night");
        String other = held("day");
        release(other);
        await("history", other, ">LAUNCH_INTENDED<");
        assertThat(call("<s:history><s:token>" + token + "</s:token></s:history>"))
                .doesNotContain(">LAUNCH_INTENDED<");

        service.settings(folders, BOTH);
        reload();
        await("history", token, ">LAUNCH_INTENDED<");
    }

    @Test
    void only_operators_reload() throws Exception {
        call("<s:userAdd><s:name>ann</s:name><s:password>green tea of ann</s:password>"
                + "<s:role>USER</s:role></s:userAdd>");
        service.settings(folders, DAY);

        assertThat(service.call("ann", "green tea of ann", "<s:settingsReload/>")
                        .body())
                .contains("access.not-authorised");
        assertThat(call("<s:capabilities/>")).contains(">night<");
    }

    private static String reload() throws Exception {
        return call("<s:settingsReload/>");
    }

    private static String operations() throws Exception {
        return call("<s:operations><s:offset>0</s:offset><s:limit>50</s:limit></s:operations>");
    }

    private static String submission(String partition) throws Exception {
        byte[] document = DOCUMENT.replace("PARTITION", partition).getBytes(StandardCharsets.UTF_8);
        return call("<s:submit><s:document>" + Base64.getEncoder().encodeToString(document)
                + "</s:document><s:hold>true</s:hold></s:submit>");
    }

    private static String held(String partition) throws Exception {
        String answer = submission(partition);
        Matcher token = TOKEN.matcher(answer);
        assertThat(token.find()).as(answer).isTrue();
        return token.group(1);
    }

    private static void release(String token) throws Exception {
        call("<s:release><s:token>" + token + "</s:token></s:release>");
    }

    private static void await(String operation, String token, String words) {
        AtomicReference<String> answer = new AtomicReference<>("");
        String body = "<s:" + operation + "><s:token>" + token + "</s:token></s:" + operation + ">";
        Await.until(() -> words + " in " + answer.get(), () -> {
            answer.set(call(body));
            return answer.get().contains(words);
        });
    }

    private static String call(String body) throws Exception {
        return service.call("operator", service.password(), body).body();
    }
}
