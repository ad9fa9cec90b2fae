package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests how the script starts the toolkit. */
class StartIT {
    @TempDir
    Path folder;

    @Test
    void the_toolkits_classes_come_from_the_archive_that_the_build_made() throws IOException {
        Path log = folder.resolve("classes");
        Map<String, String> environment = home();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("JDK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log);

        assertThat(ShippedCommand.slipway(environment, List.of("profile", "show"))
                        .answer())
                .contains("user          ann");
        assertThat(Files.readString(log))
                .contains("dev.slipway.toolkit.profile.Profile source: shared objects file")
                .contains("picocli.CommandLine source: shared objects file");
    }

    @Test
    void the_script_leaves_the_choice_of_the_profile_to_the_toolkit() throws IOException {
        Map<String, String> environment = home();
        Path profiles = folder.resolve(".config/slipway");
        Files.move(profiles.resolve("profile"), profiles.resolve("lab.profile"));
        assertThat(ShippedCommand.slipway(environment, List.of("profile", "show", "--profile", "lab"))
                        .answer())
                .contains("user          ann");
        ShippedCommand.slipway(environment, List.of("profile", "use", "lab")).answer();
        assertThat(ShippedCommand.slipway(environment, List.of("profile", "show"))
                        .answer())
                .contains("user          ann");
    }

    /** Makes a user's home folder with one profile. */
    private Map<String, String> home() throws IOException {
        Path profiles = Files.createDirectories(folder.resolve(".config/slipway"));
        Files.writeString(profiles.resolve("profile"), "endpoint=https://localhost:1/services/jobs\nuser=ann\n");
        Map<String, String> environment = new HashMap<>();
        environment.put("HOME", folder.toString());
        environment.put("XDG_CONFIG_HOME", "");
        environment.put("SLIPWAY_PROFILE", "");
        return environment;
    }
}
