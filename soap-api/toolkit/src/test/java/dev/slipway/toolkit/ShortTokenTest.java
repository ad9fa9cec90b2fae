package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests verbs with several tokens and with the first characters of tokens. */
class ShortTokenTest extends ScriptedService {
    private static final String OTHER = "0123zzzzzzzzzzzzzzzzzzzzzzzzzzzz";

    @Test
    void the_first_characters_of_one_token_stand_for_it() {
        assertThat(shell.run("hold", TOKEN.substring(0, 4))).isZero();
        assertThat(shell.out).isEqualTo("job " + TOKEN + " is held\n");
    }

    @Test
    void characters_of_several_tokens_change_nothing_and_list_the_candidates() {
        JOBS.tokens = List.of(TOKEN, OTHER);
        JOBS.calls.clear();

        assertThat(shell.run("cancel", TOKEN, "0123")).isEqualTo(2);
        assertThat(shell.err)
                .contains("several tokens begin with 0123")
                .containsPattern(TOKEN + " +var +RUNNING")
                .containsPattern(OTHER + " +var +RUNNING");
        assertThat(JOBS.calls).containsOnly("list");
        assertThat(shell.run("cancel", "0123z")).isZero();
        assertThat(JOBS.heard).isEqualTo("cancel " + OTHER);
    }

    @Test
    void less_than_four_characters_stand_for_nothing() {
        JOBS.calls.clear();

        shell.run("cancel", "012");
        assertThat(JOBS.calls).containsExactly("cancel");
    }

    @Test
    void each_of_several_tokens_is_done_and_told_apart() {
        JOBS.tokens = List.of(TOKEN, OTHER);

        assertThat(shell.run("release", TOKEN, "0123z")).isZero();
        assertThat(shell.out.lines()).hasSize(2).anyMatch(line -> line.contains(OTHER));
        assertThat(shell.run("history", TOKEN, OTHER)).isZero();
        assertThat(shell.out).contains("==> " + TOKEN + " <==", "==> " + OTHER + " <==");
        assertThat(shell.run("history", "--json", TOKEN, OTHER)).isZero();
        assertThat(shell.out.lines()).hasSize(2).allMatch(line -> line.startsWith("{\"token\":\"0123"));
        assertThat(shell.run("retry", "--sid", "one", TOKEN, OTHER)).isEqualTo(2);
    }

    @Test
    void results_never_leave_the_folder() throws Exception {
        java.nio.file.Path target = folder.resolve("fetched");
        for (String name : List.of("../pnl.csv", "/tmp/pnl.csv", "a/../../pnl.csv", ".", "link/pnl.csv")) {
            JOBS.fileName = name;
            if (name.startsWith("link")) {
                java.nio.file.Files.createDirectories(target);
                java.nio.file.Files.createSymbolicLink(target.resolve("link"), folder);
            }
            assertThat(shell.run("results", TOKEN, "--all", "-o", target.toString()))
                    .as(name)
                    .isEqualTo(2);
            assertThat(shell.err).contains("would lie outside of " + target);
        }
        assertThat(folder.resolve("pnl.csv")).doesNotExist();
        JOBS.fileName = "out/pnl.csv";
        assertThat(shell.run("results", TOKEN, "--all", "-o", target.toString()))
                .isZero();
        assertThat(target.resolve("out/pnl.csv")).hasBinaryContent(JOBS.result);
    }

    @Test
    void the_nearest_verb_is_named() {
        for (String[] pair : new String[][] {
            {"submti", "submit"},
            {"sumbit", "submit"},
            {"stat", "status"},
            {"serv", "serve"},
            {"tset", "test"},
            {"cancle", "cancel"},
            {"demos", "demo"}
        }) {
            assertThat(shell.run(pair[0])).isEqualTo(2);
            assertThat(shell.err).contains("slipway has no verb " + pair[0] + "; did you mean " + pair[1] + "?");
        }
        assertThat(shell.run("partition", "lst")).isEqualTo(2);
        assertThat(shell.err).contains("slipway partition has no verb lst; did you mean list?");
        assertThat(shell.run("frobnicate")).isEqualTo(2);
        assertThat(shell.err).contains("slipway has no verb frobnicate\n");
    }

    @Test
    void a_state_is_also_the_word_of_an_outcome() {
        assertThat(shell.run("list", "--state", "done")).isZero();
        assertThat(JOBS.heard).contains("[DONE]");
        assertThat(shell.run("list", "--state", "RUNNING", "--state", "DONE")).isEqualTo(2);
        assertThat(shell.err).contains("--state RUNNING and --state DONE do not go together");
    }

    @Test
    void a_document_may_come_from_standard_input() {
        shell.in = "<job/>";

        assertThat(shell.run("submit", "-")).isZero();
        assertThat(shell.run("format", "--write", "-")).isEqualTo(2);
        assertThat(shell.run("validate", "--service", "-")).isZero();
        assertThat(shell.out).contains("standard input: ");
    }
}
