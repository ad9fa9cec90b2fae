package dev.slipway.toolkit.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.toolkit.Shell;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests several services and users on one command line. */
class ProfilesTest {
    @TempDir
    Path folder;

    private Shell shell;

    @BeforeEach
    void profiles() throws Exception {
        Path profiles = Files.createDirectories(folder.resolve(".config/slipway"));
        Files.writeString(profiles.resolve("profile"), "endpoint=https://one:8443/services/jobs\nuser=ann\n");
        Files.writeString(profiles.resolve("lab.profile"), "endpoint=https://two:8443/services/jobs\nuser=bob\n");
        shell = new Shell(folder).environment("HOME", folder.toString());
    }

    private String user(String... more) {
        String[] call = new String[2 + more.length];
        call[0] = "profile";
        call[1] = "show";
        System.arraycopy(more, 0, call, 2, more.length);
        assertThat(shell.run(call)).as(shell.err).isZero();
        return shell.out
                .lines()
                .filter(line -> line.startsWith("user "))
                .findFirst()
                .orElseThrow()
                .substring("user          ".length());
    }

    @Test
    void a_call_uses_the_profile_that_it_names_or_the_environment_or_the_chosen_one() throws Exception {
        assertThat(user()).isEqualTo("ann");
        assertThat(user("--profile", "lab")).isEqualTo("bob");
        assertThat(shell.run("profile", "use", "lab")).isZero();
        assertThat(user()).isEqualTo("bob");
        assertThat(user("--profile", "default")).isEqualTo("ann");
        shell.environment(
                "SLIPWAY_PROFILE", folder.resolve(".config/slipway/profile").toString());
        assertThat(user()).isEqualTo("ann");
        assertThat(user("--profile", "lab")).isEqualTo("bob");
    }

    @Test
    void the_choice_can_be_taken_back_also_where_there_is_no_default_profile() throws Exception {
        Path profiles = folder.resolve(".config/slipway");
        assertThat(shell.run("profile", "use", "lab")).isZero();
        assertThat(profiles.resolve("current")).exists();
        Files.delete(profiles.resolve("profile"));

        assertThat(shell.run("profile", "use", "default")).isZero();
        assertThat(shell.err).contains("calls without --profile use default");
        // The script that starts the toolkit looks for this file. Without it the profile of the machine's own service
        // applies.
        assertThat(profiles.resolve("current")).doesNotExist();
        assertThat(shell.run("profile", "use", "default")).as("again").isZero();
    }

    @Test
    void list_marks_the_one_that_is_used() {
        assertThat(shell.run("profile", "use", "lab")).isZero();
        assertThat(shell.run("profile", "list")).isZero();
        assertThat(shell.out).containsPattern("\\n +default +/").containsPattern("\\n\\* +lab +/");
        assertThat(shell.run("profile", "list", "--json")).isZero();
        assertThat(shell.out)
                .startsWith("{\"profiles\":[{\"name\":\"default\",")
                .contains("\"used\":true}]}");
    }

    @Test
    void a_name_leads_to_no_other_folder_and_one_that_is_not_there_is_not_used() {
        assertThat(shell.run("list", "--profile", "../../etc/passwd")).isEqualTo(ExitStatus.CALL);
        assertThat(shell.err).contains("no profile can have the name");
        assertThat(shell.run("profile", "use", "nowhere")).isEqualTo(ExitStatus.CALL);
        assertThat(shell.err).contains("cannot read the profile", "nowhere.profile: there is no such file");
        assertThat(user()).isEqualTo("ann");
    }

    @Test
    void profiles_stand_where_the_desktop_keeps_configuration() throws Exception {
        Path other = Files.createDirectories(folder.resolve("conf/slipway"));
        Files.writeString(other.resolve("profile"), "endpoint=https://three:8443/services/jobs\nuser=cara\n");
        shell.environment("XDG_CONFIG_HOME", folder.resolve("conf").toString());
        assertThat(user()).isEqualTo("cara");
    }
}
