package dev.slipway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Writes the page of all problems by their table, and checks that docs/problems.md is this page. */
class ProblemsPageTest {
    private static final Path PAGE = Path.of("../docs/problems.md");
    private static final Path WRITTEN = Path.of("target/problems.md");
    private static final String HEAD = """
            # Problems
            A test writes this page by the service's table of problems, and compares the two. Every door tells a
            problem by its code: pages, SOAP faults, JSON and the command line. The detail of a problem names the file,
            the place or the line.

            - [Exit statuses](#exit-statuses) of the command line
            - [Codes](#codes) with cause and remedy

            **Solved by** is the one who can end the problem: the author of the document, the caller, the owner of the
            data or of the program, the operator of the service, or those of the network or the cluster.

            ## Exit statuses
            A problem with status 54 passes: try the call again later. A job that meets one waits and goes on by itself.

            | status | meaning |
            |---|---|
            """;
    private static final String CODES = """

            ## Codes
            | code | exit status | solved by | cause | remedy |
            |---|---|---|---|---|
            """;

    @Test
    void the_page_has_each_problem_with_exit_status_owner_cause_and_remedy() throws IOException {
        String page = page(causes());
        Files.writeString(WRITTEN, page);

        assertThat(PAGE)
                .as("docs/problems.md; copy %s there", WRITTEN.toAbsolutePath())
                .hasContent(page);
    }

    @Test
    void every_problem_has_a_cause() throws IOException {
        assertThat(causes().stringPropertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(ProblemCode.values()).map(ProblemCode::id).toList());
    }

    private static String page(Properties causes) {
        StringBuilder page = new StringBuilder(HEAD);
        for (ExitClass status : ExitClass.values()) {
            page.append("| %d | %s |%n".formatted(status.number(), status.sentence()));
        }
        page.append(CODES);
        Arrays.stream(ProblemCode.values())
                .sorted(Comparator.comparing(ProblemCode::id))
                .forEach(code -> page.append("| `%s` | %d | %s | %s | %s |%n"
                        .formatted(
                                code.id(),
                                code.exitStatus(),
                                code.owner().word(),
                                causes.getProperty(code.id()),
                                code.remedy().shell().replace("|", "\\|"))));
        return page.toString();
    }

    private static Properties causes() throws IOException {
        Properties causes = new Properties();
        try (InputStream file = ProblemsPageTest.class.getResourceAsStream("causes.properties")) {
            causes.load(file);
        }
        return causes;
    }
}
