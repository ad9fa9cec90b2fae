package dev.slipway.toolkit.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the places of fetched results. */
class ResultFolderTest {
    @TempDir
    Path folder;

    private static Answer result(String element, String name, String fileName) {
        Answer result = new Answer("result");
        field(result, "name", name);
        field(result, "fileName", fileName);
        if (!element.isEmpty()) {
            field(result, "element", element);
        }
        return result;
    }

    private static void field(Answer of, String name, String value) {
        Answer field = new Answer(name);
        field.append(value);
        of.children().add(field);
    }

    @Test
    void files_of_one_name_do_not_replace_each_other() {
        assertThat(new ResultFolder(folder)
                        .places(List.of(result("", "a", "x.csv"), result("", "b", "x.csv"), result("", "c", "y.csv"))))
                .containsExactly(folder.resolve("a/x.csv"), folder.resolve("b/x.csv"), folder.resolve("y.csv"));
        assertThat(new ResultFolder(folder).places(List.of(result("1", "a", "x.csv"), result("2", "a", "x.csv"))))
                .containsExactly(folder.resolve("1/x.csv"), folder.resolve("2/x.csv"));
    }

    private void refused(String fault, Answer... results) {
        assertThatThrownBy(() -> new ResultFolder(folder).places(List.of(results)))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(fault);
    }

    @Test
    void a_result_whose_file_would_lie_outside_of_the_folder_is_refused() throws Exception {
        Files.createSymbolicLink(folder.resolve("link"), Path.of("/tmp"));
        for (String name : List.of("../x", "/etc/x", "a/../../x", "..", ".", "", "link/x")) {
            refused("would lie outside of", result("", "a", name));
        }
        for (String element : List.of("/etc", "..", "../x", "link")) {
            refused("would lie outside of", result(element, "a", "x"));
        }
        refused("would lie outside of", result("", "../..", "x"), result("", "b", "x"));
    }

    @Test
    void two_results_for_one_place_are_refused() {
        refused("two results would get the place", result("", "a", "x"), result("", "b", "x"), result("", "c", "a/x"));
    }
}
