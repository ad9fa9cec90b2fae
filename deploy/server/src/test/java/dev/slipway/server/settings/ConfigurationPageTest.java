package dev.slipway.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/** Writes the operators' page of all keys by the code, and checks that docs/configuration.md is this page. */
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("../../docs/configuration.md");
    private static final Path WRITTEN = Path.of("target/configuration.md");
    private static final Map<Class<?>, String> UNITS = Map.of(
            int.class, "number",
            Integer.class, "number",
            boolean.class, "yes or no",
            Duration.class, "time",
            DataSize.class, "size",
            Path.class, "path",
            String.class, "text",
            List.class, "list",
            Map.class, "path");
    private static final String HEAD = """
            # Keys of slipway.yaml
            A test writes this page by the settings' code, their defaults and their checks, and compares the two. For
            the tasks of operators see [operator.md](operator.md).

            Write your own values into `slipway.yaml` in the home folder of the service. Values can also come from the
            command line (`--slipway.port=9443`) and from the environment (`SLIPWAY_PORT=9443`). A bad value or an
            unknown key stops the start, with a message that names the key and the remedy.

            - A **time** is a number with the unit `ms`, `s`, `m`, `h` or `d`, as `90s`.
            - A **size** is a number with the unit `B`, `KB`, `MB`, `GB` or `TB`, each 1024 of the one before.
            - NAME is a name that you choose, of letters, digits, dots, dashes and underscores. `[0]` is the first
              entry of a list.
            - A **range** holds while all other keys have their defaults. If a value is "needed", there is no default.
            - **Change**: whether `slipway reload` takes a changed value, or only a restart.

            """;

    @TempDir
    Path folder;

    @Test
    void the_page_has_each_key_with_meaning_unit_range_and_default() throws IOException, ReflectiveOperationException {
        String page = page();
        Files.writeString(WRITTEN, page);

        assertThat(PAGE)
                .as("docs/configuration.md; copy %s there", WRITTEN.toAbsolutePath())
                .hasContent(page);
    }

    @Test
    void every_key_has_a_meaning() throws IOException {
        KeyMeanings meanings = new KeyMeanings();
        for (SettingsKeys.Section section : SettingsKeys.sections()) {
            for (SettingsKeys.Key key : section.keys()) {
                assertThat(meanings.of(key)).as(key.path()).isNotEmpty();
            }
        }
    }

    private String page() throws IOException, ReflectiveOperationException {
        KeyMeanings meanings = new KeyMeanings();
        KeyRanges ranges = new KeyRanges(folder);
        StringBuilder page = new StringBuilder(HEAD);
        for (SettingsKeys.Section section : SettingsKeys.sections()) {
            if (section.keys().isEmpty()) {
                continue;
            }
            page.append("## ").append(section.path().isEmpty() ? "The service" : "`" + section.path() + "`");
            page.append('\n')
                    .append(
                            section.path().isEmpty()
                                    ? ""
                                    : meanings.ofSection(section.path().replaceFirst("\\.NAME$", "")));
            page.append("\n| key | meaning | unit | range | default | change |\n|---|---|---|---|---|---|\n");
            for (SettingsKeys.Key key : section.keys()) {
                page.append("| `%s` | %s | %s | %s | %s | %s |%n"
                        .formatted(
                                key.path(),
                                meanings.of(key).replace("|", "\\|"),
                                UNITS.get(key.component().getType()),
                                ranges.of(key),
                                standard(key, ranges),
                                SettingsChanges.isLive(key.path().replaceFirst("\\[0].*", "")) ? "reload" : "restart"));
            }
            page.append('\n');
        }
        return page.toString().stripTrailing() + "\n";
    }

    private static String standard(SettingsKeys.Key key, KeyRanges ranges) throws ReflectiveOperationException {
        DefaultValue annotation = defaultOf(key);
        if (annotation == null) {
            return "`" + key.component().getAccessor().invoke(PartitionSettings.STANDARD) + "`";
        }
        String value = String.join(", ", annotation.value());
        if (value.isEmpty()) {
            return ranges.required(key) ? "needed" : "empty";
        }
        return "`" + value + "`";
    }

    private static DefaultValue defaultOf(SettingsKeys.Key key) {
        Class<?> type = key.component().getDeclaringRecord();
        int place = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList()
                .indexOf(key.component().getName());
        return type.getDeclaredConstructors()[0].getParameters()[place].getAnnotation(DefaultValue.class);
    }
}
