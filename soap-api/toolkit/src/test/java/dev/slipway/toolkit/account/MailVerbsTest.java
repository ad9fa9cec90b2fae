package dev.slipway.toolkit.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.toolkit.ScriptedService;
import dev.slipway.toolkit.answer.ExitStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MailVerbsTest extends ScriptedService {

    @Test
    void show_prints_the_choice() {
        assertThat(shell.run("mail", "show")).isZero();
        assertThat(shell.out)
                .isEqualTo(
                        "address  ann@example.org\non       closed,failed\ndigest   daily\nzone     Europe/Berlin\n");
        assertThat(shell.err).isEmpty();
    }

    @Test
    void choose_sends_the_choice_and_says_what_is_left_to_do() {
        assertThat(shell.run("mail", "choose", "ann@example.org", "--on", "Failed,waiting", "--zone", "Europe/Berlin"))
                .isZero();
        assertThat(JOBS.heard).isEqualTo("mailChoose ann@example.org [FAILED, WAITING] EACH Europe/Berlin");
        assertThat(shell.err).contains("a code was sent to that address", "`slipway mail confirm CODE`");

        shell.run("mail", "choose", "ann@example.org", "--digest", "weekly", "--zone", "UTC");
        assertThat(JOBS.heard).isEqualTo("mailChoose ann@example.org [CLOSED, FAILED, WAITING] WEEKLY UTC");
    }

    @ParameterizedTest
    @CsvSource({"--on,done,'closed, failed, waiting'", "--digest,hourly,'each, daily, weekly'"})
    void an_unknown_word_is_refused_with_the_known_ones(String option, String word, String known) {
        assertThat(shell.run("mail", "choose", "ann@example.org", option, word)).isEqualTo(ExitStatus.CALL);
        assertThat(shell.err).contains(option + " does not know '" + word + "'", "Write " + known + ".");
    }

    @Test
    void confirm_and_stop_say_what_happens_now() {
        assertThat(shell.run("mail", "confirm", "88033156")).isZero();
        assertThat(JOBS.heard).isEqualTo("mailConfirm 88033156");
        assertThat(shell.err).contains("your address is confirmed");

        assertThat(shell.run("mail", "stop")).isZero();
        assertThat(JOBS.heard).startsWith("mailChoose null []");
        assertThat(shell.err).contains("no mails come to you");
    }
}
