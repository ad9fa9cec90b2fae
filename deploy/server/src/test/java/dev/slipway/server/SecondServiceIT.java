package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts two services on one external store, each as a process of the shipped server. */
@Timeout(300)
class SecondServiceIT {
    private Path folder;
    private PostgresDatabase store;
    private ConfigurableApplicationContext first;

    @BeforeEach
    void start() throws IOException {
        // The folder is no @TempDir, because its parents must let the identities of runs pass.
        folder = Files.createTempDirectory(Path.of("/tmp"), "slipway-second-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        store = PostgresDatabase.fresh();
        Files.writeString(folder.resolve("store.password"), store.password() + "\n");
        Path guard = Files.writeString(folder.resolve("slipway-guard"), "#!/bin/sh\nexit 1\n");
        Files.setPosixFilePermissions(guard, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectory(folder.resolve("bin"));
        first = SlipwayServer.application().run(arguments("home").toArray(String[]::new));
    }

    @AfterEach
    void stop() throws IOException {
        first.close();
        TestFolders.remove(folder);
    }

    @Test
    void is_refused_with_words_and_an_exit_status_and_leaves_all_folders_alone() throws Exception {
        Path scratch = folder.resolve("home/scratch");
        Files.createDirectories(scratch.resolve("0123456789abcdefghjkmnpqrstvwxyz/files"));
        Files.writeString(scratch.resolve("0123456789abcdefghjkmnpqrstvwxyz/files/in.csv"), "staged");
        Map<String, String> before = state(scratch);
        before.putAll(state(folder.resolve("home/data/results")));

        Refusal here = second("home");
        Refusal elsewhere = second("other-home");

        Map<String, String> after = state(scratch);
        after.putAll(state(folder.resolve("home/data/results")));
        for (Refusal refusal : List.of(here, elsewhere)) {
            assertThat(refusal.status()).as(refusal.words()).isNotZero();
            assertThat(refusal.words())
                    .contains("another Slipway works on the store " + store.jdbcUrl())
                    .contains("Stop that one, or give this one a store of its own: slipway.store.url.")
                    .doesNotContain(store.password());
        }
        assertThat(after).isEqualTo(before);
        assertThat(first.isActive()).isTrue();
    }

    /** Holds the exit status and the last words of a service. */
    private record Refusal(int status, String words) {}

    private Refusal second(String home) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                SlipwayServer.class.getName()));
        command.addAll(arguments(home));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String words = Await.output(process);
        return new Refusal(process.waitFor(), words);
    }

    private List<String> arguments(String home) {
        return List.of(
                "--slipway.home=" + folder.resolve(home),
                "--slipway.port=0",
                "--slipway.run-as=61234-61244",
                "--slipway.guard=" + folder.resolve("slipway-guard"),
                "--slipway.application-folders=" + folder.resolve("bin"),
                "--slipway.store.url=" + store.jdbcUrl(),
                "--slipway.store.user=" + store.user(),
                "--slipway.store.password-file=" + folder.resolve("store.password"));
    }

    /** Returns every file below {@code root} with rights, owner and time of the last change. */
    private static Map<String, String> state(Path root) throws IOException {
        Map<String, String> state = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.filter(path -> !path.equals(root)).toList()) {
                Map<String, Object> facts = Files.readAttributes(
                        path, "unix:mode,uid,gid,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
                state.put(path.toString(), new TreeMap<>(facts).toString());
            }
        }
        return state;
    }
}
