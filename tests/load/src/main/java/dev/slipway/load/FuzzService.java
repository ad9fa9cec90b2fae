package dev.slipway.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Runs {@code ./slipway serve} in a separate folder, with secrets in the settings. The service has the program that the
 * documents of the contracts name, so that sound documents become jobs: one runs, the others wait.
 *
 * @param going file that keeps the run going until it is deleted
 */
record FuzzService(LiveService service, Path folder, Path going, List<String> secrets) implements AutoCloseable {
    static final String PROGRAM = "report";
    private static final String PASSWORD = "canary-of-a-source-51d2";

    static FuzzService start(Path root) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "slipway-fuzz-");
        // The identity of the database must be able to pass.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        Path home = Files.createDirectory(folder.resolve("home"));
        Path going = LiveService.waitingProgram(home, PROGRAM);
        Files.writeString(home.resolve("slipway.yaml"), """
                slipway:
                  port: 0
                  partitions: { local: { slots: 1 } }
                  application-folders: [ "%s" ]
                  sources:
                    risk: { url: "jdbc:postgresql://127.0.0.1:1/risk", user: risk_reader, password-file: "%s" }
                """.formatted(going.getParent(), password));
        LiveService service = LiveService.start(List.of(root.resolve("slipway").toString(), "serve"), home);
        return new FuzzService(
                service,
                folder,
                going,
                List.of(PASSWORD, "risk_reader", home.resolve("data").toString()));
    }

    @Override
    public void close() throws IOException {
        service.close();
        Files.delete(going);
        try {
            LiveService.awaitLastRun(service.home());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        TemporaryFolders.delete(folder);
    }
}
