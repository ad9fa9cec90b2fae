package dev.slipway.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callConstructorWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.Set;
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
            Map.entry("desk.status.Explanation", 10L),
            Map.entry("desk.status.GroupStatus", 13L),
            Map.entry("desk.status.JobStatus", 17L),
            Map.entry("job.Job", 23L),
            Map.entry("journal.JobRow", 15L),
            Map.entry("journal.store.StoredLaunch", 12L),
            Map.entry("request.JobRequest", 9L),
            Map.entry("web.operations.AuditView", 9L),
            Map.entry("web.operations.PlacesView$Row", 15L),
            Map.entry("web.operations.QueueView", 10L),
            Map.entry("web.operations.QueueView$PartitionRow", 12L),
            Map.entry("web.wizard.FieldView", 11L),
            Map.entry("web.wizard.StepPage", 12L)));

    /** The records of {@code slipway.yaml}: a section has many keys, and Spring fills them by name (ADR 0118). */
    private static final Set<String> SETTINGS = Set.of(
            "server.settings.ServerSettings",
            "server.settings.ServerSettings$Host",
            "server.settings.ServerSettings$Limits");

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
        large.keySet().removeAll(SETTINGS);

        assertThat(large)
                .as("records of more than %d components: group new ones, and take mended ones out of the list", MOST)
                .isEqualTo(KNOWN);
    }

    @ArchTest
    static final ArchRule only_the_binder_makes_the_records_of_settings = noClasses()
            .should(callConstructorWhere(describe(
                    "makes a record of settings",
                    call -> SETTINGS.contains(call.getTargetOwner().getName().replace("dev.slipway.", "")))))
            .because("a caller would count positions, and the binder goes by name");

    private static long components(JavaClass type) {
        return type.getFields().stream().filter(RecordSizesTest::isComponent).count();
    }

    private static boolean isComponent(JavaField field) {
        return !field.getModifiers().contains(JavaModifier.STATIC);
    }
}
