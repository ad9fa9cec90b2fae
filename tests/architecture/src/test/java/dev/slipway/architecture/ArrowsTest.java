package dev.slipway.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.base.DescribedPredicate.or;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Tests the arrows between modules and packages (ARCHITECTURE.md). Each rule states the reason. */
@AnalyzeClasses(packages = "dev.slipway", importOptions = ImportOption.DoNotIncludeTests.class)
class ArrowsTest {
    private static final ModuleClasses CORE = ModuleClasses.of("middleware-core");
    private static final ModuleClasses AUTHORING = ModuleClasses.of("middleware-core/authoring", "authoring");
    private static final ModuleClasses GATEWAY = ModuleClasses.of("staging-gateway");
    private static final ModuleClasses DOCUMENT = ModuleClasses.of("soap-api/document", "soap-document");
    private static final ModuleClasses SERVICE = ModuleClasses.of("soap-api/service", "soap-service");
    private static final ModuleClasses TOOLKIT = ModuleClasses.of("soap-api/toolkit", "soap-toolkit");
    private static final ModuleClasses OFFLINE = ModuleClasses.of("soap-api/offline", "soap-offline");
    private static final ModuleClasses WEB = ModuleClasses.of("web-ui");
    private static final ModuleClasses SERVER = ModuleClasses.of("deploy/server", "slipway-server");
    private static final ModuleClasses POSTGRES = ModuleClasses.of("deploy/postgres", "slipway-postgres");
    private static final ModuleClasses DEMO = ModuleClasses.of("deploy/demo", "slipway-demo");
    private static final List<ModuleClasses> MODULES =
            List.of(CORE, AUTHORING, GATEWAY, DOCUMENT, SERVICE, TOOLKIT, OFFLINE, WEB, SERVER, POSTGRES, DEMO);

    @ArchTest
    static void each_class_belongs_to_one_module_and_each_module_has_classes(JavaClasses classes) {
        assertThat(classes).allSatisfy(type -> assertThat(MODULES)
                .filteredOn(module -> module.test(type))
                .as("the module of %s", type.getName())
                .hasSize(1));
        assertThat(MODULES)
                .allSatisfy(module -> assertThat(classes).as("%s", module).anyMatch(module));
    }

    @ArchTest
    static final ArchRule packages_are_free_of_cycles = slices().matching("dev.slipway.(**)")
            .should()
            .beFreeOfCycles()
            .because("a cycle makes several packages one, whatever the folder listing says");

    @ArchTest
    static final ArchRule the_core_knows_no_other_module = noClasses()
            .that(CORE)
            .should()
            .dependOnClassesThat(resideInAPackage("dev.slipway..").and(not(CORE)))
            .because("every other module leans on the core, so the core leans on none");

    @ArchTest
    static final ArchRule the_core_knows_no_web_no_xml_and_no_transport = noClasses()
            .that(CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework..",
                    "jakarta..",
                    "javax.xml..",
                    "org.w3c..",
                    "org.apache.cxf..",
                    "com.jcraft..")
            .because("crash tests start the core in a bare JVM, and nothing after the reader sees XML");

    @ArchTest
    static final ArchRule authoring_knows_only_the_core = noClasses()
            .that(AUTHORING)
            .should()
            .dependOnClassesThat(resideInAPackage("dev.slipway..").and(not(or(AUTHORING, CORE))))
            .because("a job in the making is for every front end, and no front end is needed to make it");

    @ArchTest
    static final ArchRule the_gateway_knows_only_what_staging_needs = noClasses()
            .that(GATEWAY)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "dev.slipway.journal..",
                            "dev.slipway.queue..",
                            "dev.slipway.run..",
                            "dev.slipway.dispatch..",
                            "dev.slipway.desk..")
                    .or(or(DOCUMENT, SERVICE, TOOLKIT, WEB, SERVER)))
            .because("the gateway moves bytes and knows no scheduler");

    @ArchTest
    static final ArchRule what_sources_share_is_not_found_at_one_of_them = noClasses()
            .that(GATEWAY)
            .and()
            .resideOutsideOfPackages("dev.slipway.gateway", "dev.slipway.gateway.sql..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.slipway.gateway.sql..")
            .because("only the gateway itself puts the kinds of steps together; rows of files are for all of them");

    @ArchTest
    static final ArchRule steps_by_driver_do_not_know_those_of_postgresql = noClasses()
            .that()
            .resideInAPackage("dev.slipway.gateway.sql.driver..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.slipway.gateway.sql.postgres..", "org.postgresql..")
            .because("an operator's driver is a way of its own to a database");

    @ArchTest
    static final ArchRule steps_of_postgresql_do_not_know_those_by_driver = noClasses()
            .that()
            .resideInAPackage("dev.slipway.gateway.sql.postgres..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.slipway.gateway.sql.driver..")
            .because("only sql.sources tells by which way a source is reached; sql itself is for both ways");

    @ArchTest
    static final ArchRule doors_do_not_know_each_other = noClasses()
            .that(SERVICE)
            .should()
            .dependOnClassesThat(or(WEB, TOOLKIT, GATEWAY, SERVER))
            .because("SOAP and pages are two doors to one desk");

    @ArchTest
    static final ArchRule pages_know_the_desk_and_the_document_only = noClasses()
            .that(WEB)
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("dev.slipway.journal..", "dev.slipway.queue..", "dev.slipway.dispatch..")
                            .or(or(SERVICE, TOOLKIT, GATEWAY, SERVER)))
            .because("pages and SOAP must say the same, and the desk is what both ask");

    @ArchTest
    static final ArchRule the_document_ends_at_the_request = noClasses()
            .that(DOCUMENT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.slipway.journal..",
                    "dev.slipway.queue..",
                    "dev.slipway.run..",
                    "dev.slipway.dispatch..",
                    "dev.slipway.desk..")
            .because("a reader turns bytes into a request and knows nothing of a job's life");

    @ArchTest
    static final ArchRule the_toolkit_stands_alone = noClasses()
            .that(TOOLKIT)
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("dev.slipway..", "org.springframework..", "org.apache.cxf..", "jakarta..")
                            .and(not(TOOLKIT)))
            .because("it knows the WSDL only and must start in half a second");

    @ArchTest
    static final ArchRule only_the_offline_reader_joins_toolkit_and_document = noClasses()
            .that(not(OFFLINE))
            .should()
            .dependOnClassesThat(OFFLINE)
            .because("the toolkit finds it on its class path, or does without");

    @ArchTest
    static final ArchRule the_request_imports_nothing = noClasses()
            .that()
            .resideInAPackage("dev.slipway.request..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.slipway..").and(not(resideInAPackage("dev.slipway.request.."))))
            .because("it is the one word that all modules share");

    @ArchTest
    static final ArchRule only_the_dispatcher_has_effects = classes()
            .that()
            .areAssignableTo(dev.slipway.staging.StagingGateway.class)
            .or()
            .areAssignableTo(dev.slipway.run.Launcher.class)
            .should()
            .onlyHaveDependentClassesThat(resideInAnyPackage(
                            "dev.slipway", "dev.slipway.dispatch..", "dev.slipway.run..", "dev.slipway.staging..")
                    .or(or(GATEWAY, SERVER)))
            .because("recovery is replay and advance, which holds only if one place has effects; the others wire it");

    @ArchTest
    static final ArchRule time_is_injected = noClasses()
            .that(not(or(TOOLKIT, DEMO, POSTGRES)))
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .because("tests move the clock instead of sleeping");

    @ArchTest
    static final ArchRule nothing_writes_to_the_console = noClasses()
            .that(not(or(TOOLKIT, DEMO)))
            // FolderCommand prints the answer that ./slipway exchange reads.
            .and()
            .doNotHaveFullyQualifiedName("dev.slipway.postgres.FolderCommand")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .because("an operator reads one log");

    @ArchTest
    static final ArchRule jaxb_stays_in_the_document_and_the_service = noClasses()
            .that(not(or(DOCUMENT, SERVICE)))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta.xml.bind..")
            .because("nothing after the reader sees XML");
}
