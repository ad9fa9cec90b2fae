package dev.slipway.gateway.sql.driver;

import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.store;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.sql.BroughtDriver;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Place;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepLook;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a driver in a jar that throws errors that JDBC does not allow. */
class DriverFailureTest {
    private static final String CLASS = FailingDriver.class.getName().replace('.', '/') + ".class";

    @TempDir
    private Path folder;

    @BeforeEach
    void pack_the_driver() throws Exception {
        Path jar = Files.createDirectories(folder.resolve("drivers")).resolve("failing.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file);
                InputStream code = FailingDriver.class.getClassLoader().getResourceAsStream(CLASS)) {
            entries.putNextEntry(new JarEntry(CLASS));
            code.transferTo(entries);
            entries.putNextEntry(new JarEntry("META-INF/services/java.sql.Driver"));
            entries.write(FailingDriver.class.getName().getBytes(StandardCharsets.UTF_8));
        }
    }

    private GatewayTestBed bed() throws Exception {
        return DriverSource.bed(
                new DatabaseSource(
                        "risk",
                        "jdbc:failing:here",
                        "reader",
                        Files.writeString(folder.resolve("password"), "reader"),
                        Optional.of(new BroughtDriver(folder.resolve("drivers"), Optional.empty(), true))),
                folder);
    }

    private static void requireTold(Problem problem) {
        assertThat(problem.code()).as(problem.toString()).isEqualTo(ProblemCode.DRIVER_FAILED);
        assertThat(problem.message()).contains("the driver of source risk fails at ");
        assertThat(problem.detail()).contains("ArrayStoreException: " + FailingDriver.WORDS);
    }

    @Test
    void its_words_are_told_by_extracts_stores_and_plans() throws Exception {
        StagingStep step = extract("SELECT 1", "o.csv");
        Map<StagingStep, StepLook> looks = new ConcurrentHashMap<>();
        try (GatewayTestBed bed = bed()) {
            bed.write("n.csv", "n\n1\n");
            bed.gateway.look(new Place.Source("risk"), List.of(step), GatewayTestBed.OWNER, looks::put);

            requireTold(bed.problemOf(step));
            requireTold(bed.problemOf(store("INSERT INTO t VALUES (?)", "n.csv")));
            requireTold(looks.get(step).problems().get(0));
        }
    }
}
