package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationFoldersTest {
    @TempDir
    Path root;

    Path first;
    Path second;
    ApplicationFolders folders;

    @BeforeEach
    void make() throws Exception {
        first = Files.createDirectories(root.resolve("first"));
        second = Files.createDirectories(root.resolve("second/sub")).getParent();
        folders = new ApplicationFolders(List.of(first, second));
    }

    @Test
    void finds_a_program_by_name_path_or_whole_path() throws Exception {
        Path program = program(second.resolve("sub/tool"));
        Path plain = program(second.resolve("var-mc"));

        assertThat(folders.resolve("var-mc")).isEqualTo(plain);
        assertThat(folders.resolve("sub/tool")).isEqualTo(program);
        assertThat(folders.resolve(program.toString())).isEqualTo(program);
    }

    @Test
    void finds_a_program_by_a_link_to_the_folder_that_the_operator_named_and_the_other_way_round() throws Exception {
        Path program = program(second.resolve("sub/tool"));
        Path link = Files.createSymbolicLink(root.resolve("link"), second);

        assertThat(folders.resolve(link.resolve("sub/tool").toString())).isEqualTo(program);
        ApplicationFolders linked = new ApplicationFolders(List.of(link));
        assertThat(linked.resolve(program.toString())).isEqualTo(link.resolve("sub/tool"));
    }

    @Test
    void refuses_a_link_that_lies_inside_a_folder_by_every_path() throws Exception {
        Path outside = program(root.resolve("outside"));
        Files.createSymbolicLink(first.resolve("inner"), outside);
        Path link = Files.createSymbolicLink(root.resolve("link"), first);

        assertThatThrownBy(() -> folders.resolve(link.resolve("inner").toString()))
                .isInstanceOf(ProblemException.class);
        assertThatThrownBy(() -> folders.resolve(link.resolve("../outside").toString()))
                .isInstanceOf(ProblemException.class);
    }

    @Test
    void refuses_everything_else_and_names_the_folders() throws Exception {
        Path outside = program(root.resolve("outside"));
        Files.createSymbolicLink(first.resolve("link"), outside);
        Files.createSymbolicLink(first.resolve("way"), root);
        Files.writeString(first.resolve("text"), "no program");

        for (String name : List.of(
                "none", "link", "way/outside", "../outside", "sub", "text", outside.toString(), "a\nb", "second/..")) {
            assertThatThrownBy(() -> folders.resolve(name))
                    .as(name)
                    .isInstanceOfSatisfying(ProblemException.class, e -> {
                        assertThat(e.problem().code()).isEqualTo(ProblemCode.EXECUTABLE_MISSING);
                        assertThat(e.problem().detail()).contains(first.toString(), second.toString());
                    });
        }
    }

    @Test
    void says_of_what_is_there_why_it_is_no_program() throws Exception {
        Path outside = program(root.resolve("outside"));
        Path link = Files.createSymbolicLink(first.resolve("link"), outside);
        Path way = Files.createSymbolicLink(first.resolve("way"), root);
        Path text = Files.writeString(second.resolve("text"), "no program");

        assertThat(whyNot("link")).contains(link + " is a symbolic link", "name the program itself");
        assertThat(whyNot(link.toString())).contains(link + " is a symbolic link");
        assertThat(whyNot("way/outside"))
                .contains(way + " is a symbolic link")
                .doesNotContain("way/outside")
                .isEqualTo(whyNot("way/none"));
        assertThat(whyNot("text")).contains("may not execute " + text);
        assertThat(whyNot("none")).startsWith("application folders: ");
    }

    private String whyNot(String name) {
        try {
            throw new AssertionError("found " + folders.resolve(name));
        } catch (ProblemException e) {
            return e.problem().detail();
        }
    }

    private static Path program(Path path) throws Exception {
        Files.writeString(path, "#!/bin/sh\n");
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
