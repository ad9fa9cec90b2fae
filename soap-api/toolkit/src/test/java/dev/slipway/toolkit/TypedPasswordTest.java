package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.toolkit.answer.ExitStatus;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Types passwords like a person, at a real terminal that echoes unless echoing is switched off. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TypedPasswordTest extends ScriptedService {
    private static final String QUESTION = ": ";

    private Path profile;

    @BeforeEach
    void without_a_password() throws IOException {
        profile = Files.writeString(
                folder.resolve("typed"), "endpoint=" + server.address() + "\nuser=ann\nca=" + key.certificate() + "\n");
        Files.deleteIfExists(folder.resolve("typed.login"));
    }

    private static Path place(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    private static String slipway(String verb) {
        return Path.of(System.getProperty("java.home"), "bin/java") + " -XX:TieredStopAtLevel=1 -cp "
                + place(Slipway.class) + ":" + place(CommandLine.class) + " dev.slipway.toolkit.Slipway " + verb;
    }

    /**
     * Returns everything on the terminal after the shell's commands have ended. At each question the next answer is
     * typed.
     */
    private String screen(String commands, String... answers) throws IOException, InterruptedException {
        // Tests in the background may have inherited an ignored interrupt, and no shell can undo that.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
        command.addAll(List.of("script", "--quiet", "--flush", "--echo", "always", "--command", commands, "/dev/null"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SLIPWAY_PROFILE", profile.toString());
        Process terminal = builder.start();
        List<String> left = new ArrayList<>(Arrays.asList(answers));
        StringBuilder screen = new StringBuilder();
        InputStream shown = terminal.getInputStream();
        byte[] some = new byte[4096];
        for (int size = shown.read(some); size >= 0; size = shown.read(some)) {
            screen.append(new String(some, 0, size, StandardCharsets.UTF_8));
            if (screen.toString().endsWith(QUESTION) && !left.isEmpty()) {
                terminal.getOutputStream().write(left.remove(0).getBytes(StandardCharsets.UTF_8));
                terminal.getOutputStream().flush();
            }
        }
        terminal.waitFor();
        assertThat(left).as("answers that nobody asked for, with\n" + screen).isEmpty();
        return screen.toString().replace("\r\n", "\n");
    }

    @Test
    void a_login_asks_unseen_and_leaves_the_terminal_as_it_was() throws Exception {
        String screen = screen(slipway("login") + "; echo status $?; stty -a", "ann-pw\n");

        assertThat(screen)
                .startsWith("Password of ann: \nslipway: ann is logged in until ")
                .contains("status 0\n")
                .containsPattern("[ ;]echo[ ;]")
                .doesNotContain("ann-pw");
        assertThat(folder.resolve("typed.login")).exists();
    }

    @Test
    void a_new_password_is_typed_twice_and_one_that_differs_changes_nothing() throws Exception {
        JOBS.heard = "";
        assertThat(screen(slipway("user passwd ann"), "the new p\u00e4ssword\n", "the new p\u00e4ssword\n", "ann-pw\n"))
                .startsWith("New password of ann: \nThe same again: \nPassword of ann: \nslipway: user ann has the new")
                .doesNotContain("p\u00e4ssword");
        assertThat(JOBS.heard).isEqualTo("userPassword ann");

        JOBS.heard = "";
        assertThat(screen(slipway("user add bob") + "; echo status $?", "one password\n", "another password\n"))
                .contains("the two new passwords are not the same", "status 2\n")
                .doesNotContain("one password");
        assertThat(JOBS.heard).isEmpty();
    }

    @Test
    void the_terminal_is_asked_wherever_input_and_answer_go() throws Exception {
        profile = folder.resolve("profile-ann");
        Path sealed = folder.resolve("sealed");

        assertThat(screen(
                        slipway("seal --host md1 --user loader") + " </dev/null >" + sealed,
                        "the password there\n",
                        "the password there\n"))
                .isEqualTo("New password of loader at md1: \nThe same again: \n");
        assertThat(Files.readString(sealed)).startsWith("ey").hasLineCount(1);
    }

    @Test
    void a_password_for_standard_input_that_is_a_terminal_is_typed_unseen() throws Exception {
        assertThat(screen(slipway("login --password-file -"), "ann-pw\n"))
                .startsWith("Password: \nslipway: ann is logged in until ")
                .doesNotContain("ann-pw");
    }

    @Test
    void an_empty_line_is_no_password_at_a_terminal_either() throws Exception {
        JOBS.heard = "";

        assertThat(screen(slipway("login --password-file -") + "; echo status $?", "\n"))
                .contains("there is no password in standard input", "status 2\n");
        assertThat(JOBS.heard).isEmpty();
    }

    @Test
    void who_types_nothing_or_interrupts_gets_the_terminal_back() throws Exception {
        assertThat(screen(slipway("login") + "; echo status $?", "\u0004"))
                .startsWith("Password of ann: \nslipway: there is no password: ")
                .contains("hint: ", "--password-file; - is standard input", "status 2\n");
        String after = folder.resolve("after").toString();
        assertThat(screen(
                        "trap 'stty -a' EXIT; trap : INT; " + slipway("login") + "; echo status $? | tee " + after,
                        "\u0003"))
                .containsPattern("[ ;]echo[ ;]");
        assertThat(Path.of(after)).hasContent("status 130");
    }

    @Test
    void without_a_terminal_nobody_is_asked_and_the_way_out_is_told() throws Exception {
        Path said = folder.resolve("said");
        for (String verb : List.of("login", "user add bob", "list")) {
            ProcessBuilder nobody = new ProcessBuilder("setsid", "sh", "-c", slipway(verb) + " </dev/null")
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile());
            nobody.environment().put("SLIPWAY_PROFILE", profile.toString());

            assertThat(nobody.start().waitFor()).isEqualTo(ExitStatus.CALL);
            assertThat(said).content().startsWith("slipway: there is no ").contains("password-file");
        }
    }
}
