package dev.slipway.toolkit.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.toolkit.answer.Answer;
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
}
