package dev.slipway.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tests that a new kind of step is one record, one handler, and a line in each registry (ADR 0025). Code that asks
 * which kind a step is must be changed for each new kind, so it stands only where this test lists it.
 */
@AnalyzeClasses(packages = "dev.slipway", importOptions = ImportOption.DoNotIncludeTests.class)
class StepKindsTest {
    private static final Path ROOT = Path.of(System.getProperty("slipway.root"));

    /** Matches a question for the kind of a step. */
    private static final Pattern ASKS = Pattern.compile(
            "instanceof (?:[a-z.]+\\.)?(?:%1$s)\\b|\\b(?:%1$s)\\.class\\b|\\bcase (?:%1$s)\\b".formatted(kinds()));

    /** The registries: each names all kinds of steps, or all kinds at its place. */
    private static final Map<String, String> REGISTRIES = Map.of(
            "dev/slipway/request/StepKinds.java", "the list of all kinds, with their names in journals",
            "dev/slipway/form/StepKind.java", "the form of each kind",
            "dev/slipway/document/writer/StagingTypes.java", "the element of each kind");

    /** The other questions, by file, with their number. The numbers only shrink. */
    private static final Map<String, Long> KNOWN = new TreeMap<>(Map.of(
            // One session serves all steps of a place, whose two kinds are looked at in different ways.
            "dev/slipway/gateway/sql/driver/DriverLook.java", 2L,
            "dev/slipway/gateway/sql/postgres/PostgresLook.java", 2L,
            "dev/slipway/gateway/ssh/HostLook.java", 2L,
            // Uploads belong to users and not to an operator, so the core keeps them and asks for their steps.
            "dev/slipway/request/UploadFetch.java", 1L,
            "dev/slipway/upload/Uploads.java", 1L,
            // Only a statement has first rows to show.
            "dev/slipway/web/wizard/StepTrials.java", 1L));

    private static String kinds() {
        return StepKinds.byName().values().stream().map(Class::getSimpleName).collect(Collectors.joining("|"));
    }

    @ArchTest
    static void each_kind_of_step_is_listed(JavaClasses classes) {
        List<String> records = classes.stream()
                .filter(type -> type.isAssignableTo(StagingStep.class) && !type.isInterface())
                .map(JavaClass::getName)
                .toList();

        assertThat(StepKinds.byName().values()).extracting(Class::getName).containsExactlyInAnyOrderElementsOf(records);
    }

    @ArchTest
    static void only_registries_ask_for_the_kind_of_a_step(JavaClasses classes) throws IOException {
        Map<String, Long> asking = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : files.filter(StepKindsTest::isShipped).toList()) {
                String source = Files.readString(file);
                long questions = ASKS.matcher(source).results().count() - (names(source) ? 1 : 0);
                String name = ROOT.relativize(file).toString().replaceFirst(".*/src/main/java/", "");
                if (questions > 0 && !REGISTRIES.containsKey(name)) {
                    asking.put(name, questions);
                }
            }
        }

        assertThat(asking)
                .as("questions for the kind of a step: let the step's record or its handler answer instead")
                .isEqualTo(KNOWN);
    }

    /** Returns whether the source is a handler, which names its own kind once. */
    private static boolean names(String source) {
        return source.contains("StepHandler<") && source.contains("public Class<");
    }

    private static boolean isShipped(Path file) {
        String path = ROOT.relativize(file).toString();
        return path.endsWith(".java")
                && path.contains("/src/main/java/")
                && !path.startsWith("tests/")
                && !path.contains("target/");
    }
}
