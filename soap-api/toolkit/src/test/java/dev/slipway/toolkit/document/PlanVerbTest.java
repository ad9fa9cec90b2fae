package dev.slipway.toolkit.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.ProblemCode;
import dev.slipway.toolkit.ScriptedService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PlanVerbTest extends ScriptedService {

    private static String file(String name, String text) throws IOException {
        return Files.writeString(Path.of(folder.toString(), name), text).toString();
    }

    @Test
    void a_plan_that_is_ready_has_a_line_for_each_step_and_ends_well() throws Exception {
        assertThat(shell.run("plan", file("planned.xml", "good"))).as(shell.err).isZero();
        assertThat(shell.out)
                .containsPattern("STEP +GROUP +PLACE +BYTES +ROWS +READY")
                .containsPattern("positions +in +2 +risk +2.0 KiB +1,000 +yes")
                .contains("\n    needs books.csv of step books\n    parameters: int4\n")
                .contains("planned.xml: ready; stage-in about 3 s");
    }

    @Test
    void a_plan_that_is_not_ready_tells_every_problem_and_ends_with_the_first() throws Exception {
        assertThat(shell.run("plan", file("away.xml", "away")))
                .isEqualTo(ProblemCode.DATABASE_UNREACHABLE.exitStatus());
        assertThat(shell.out)
                .containsPattern("positions +in +2 +risk +\\? +\\? +no")
                .contains("problem: source risk cannot be reached [sql.unreachable]", "SQLSTATE 08001")
                .contains(ProblemCode.DATABASE_UNREACHABLE.remedy().shell())
                .contains("away.xml: not ready, 1 problem");
    }

    @Test
    void of_a_document_that_cannot_be_submitted_no_place_is_looked_at() throws Exception {
        assertThat(shell.run("plan", file("worst.xml", "bad"))).isEqualTo(10);
        assertThat(shell.out)
                .contains("worst.xml:1:1: error: no XML [document.malformed]", "so that no place was looked at");
    }

    @Test
    void json_has_arrays_for_all_that_may_stand_often() throws Exception {
        assertThat(shell.run("plan", "--json", file("json.xml", "away"))).isEqualTo(54);
        assertThat(shell.out)
                .contains(
                        "\"ready\":false",
                        "\"jobs\":1",
                        "\"findings\":[]",
                        "\"obstacles\":[{\"code\":\"sql.unreachable\"")
                .contains("\"steps\":[{\"name\":\"positions\"", "\"estimateSeconds\":3");
    }
}
