package dev.slipway.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Tests that a record has at most eight components. A caller of a longer constructor counts positions, and two
 * components of one type change places without an error. Components that belong together become a record of their own.
 */
@AnalyzeClasses(packages = "dev.slipway", importOptions = ImportOption.DoNotIncludeTests.class)
class RecordSizesTest {
    private static final int MOST = 8;

    /**
     * Lists the records that were larger when the rule was made, with the number of their components. The list only
     * shrinks: a mended record leaves the list, and no record is added.
     */
    private static final Map<String, Long> KNOWN = new TreeMap<>(Map.ofEntries(
            Map.entry("desk.JobSummary", 9L),
            Map.entry("desk.plan.JobPlan$Step", 11L),
            Map.entry("desk.status.Explanation", 10L),
            Map.entry("desk.status.GroupStatus", 13L),
            Map.entry("desk.status.JobStatus", 17L),
            Map.entry("desk.status.JobStatus$Step", 10L),
            Map.entry("dispatch.Decisions", 9L),
            Map.entry("job.Job", 23L),
            Map.entry("journal.JobRow", 15L),
            Map.entry("journal.store.StoredJob", 10L),
            Map.entry("journal.store.StoredLaunch", 12L),
            Map.entry("operations.PartitionStanding", 9L),
            Map.entry("operations.QueueStanding", 9L),
            Map.entry("request.JobRequest", 9L),
            Map.entry("server.settings.ServerSettings", 27L),
            Map.entry("server.settings.ServerSettings$Host", 9L),
            Map.entry("server.settings.ServerSettings$Limits", 26L),
            Map.entry("staging.StepContext", 9L),
            Map.entry("web.operations.AuditView", 9L),
            Map.entry("web.operations.PlacesView$Row", 15L),
            Map.entry("web.operations.QueueView", 10L),
            Map.entry("web.operations.QueueView$PartitionRow", 12L),
            Map.entry("web.wizard.FieldView", 11L),
            Map.entry("web.wizard.StepPage", 12L)));

    @ArchTest
    static void no_record_has_more_than_eight_components(JavaClasses classes) {
        Map<String, Long> large = classes.stream()
                .filter(JavaClass::isRecord)
                .filter(type -> components(type) > MOST)
                .collect(Collectors.toMap(
                        type -> type.getName().substring("dev.slipway.".length()),
                        RecordSizesTest::components,
                        Long::max,
                        TreeMap::new));

        assertThat(large)
                .as("records of more than %d components: group new ones, and take mended ones out of the list", MOST)
                .isEqualTo(KNOWN);
    }

    private static long components(JavaClass type) {
        return type.getFields().stream().filter(RecordSizesTest::isComponent).count();
    }

    private static boolean isComponent(JavaField field) {
        return !field.getModifiers().contains(JavaModifier.STATIC);
    }
}
