package dev.slipway.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which passwords are accepted, and which are refused because attackers try them first. */
class PasswordRuleTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1234567890",
                "0987654321",
                "12345678901234567890",
                "1111111111",
                "aaaaaaaaaaaa",
                "abababababab",
                "abcabcabcabc",
                "x7Qx7Qx7Qx7Q",
                "abcdefghij",
                "zyxwvutsrqpo",
                "qwertyuiop",
                "Qwertzuiop1",
                "asdfghjklasdf",
                "qwerty123456",
                "password12",
                "Password123!",
                "P@ssw0rd2024!",
                "Welcome2026!!",
                "Summer2026!",
                "Sommer2026!!",
                "Sommer-26?#",
                "!?7Herbst91#",
                "M\u00e4rz.2026!?=",
                "Fr\u00fchling#7!",
                "Dezember4711!",
                "October-31?!",
                "Wednesday=82",
                "passwordpassword",
                "administrator1",
                "changeme123",
                "iloveyou1234",
                "1q2w3e4r5t",
                "1qaz2wsx3edc",
                "slipway2026",
                "anneliese1",
                "Anneliese2026",
                "eseilenna123"
            })
    void refuses_what_is_guessed_first(String password) {
        assertThat(PasswordRule.objection("anneliese", password))
                .hasValueSatisfying(objection ->
                        assertThat(objection).contains("guessed first").doesNotContain(password));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "correct horse battery staple",
                "a sentence of ours",
                "anneliese likes green tea",
                "K7kTzn2mQw9rVx",
                "tr4nsit-4-geese",
                "sommerregen im Garten",
                "Augustus fand 3 Mark",
                "Ma\u00dflos \u00fcberzogen",
                "\u6771\u4eac\u90fd\u6e2f\u533a\u829d\u516c\u5712\u56db\u4e01\u76ee"
            })
    void takes_what_is_not(String password) {
        assertThat(PasswordRule.objection("anneliese", password)).isEmpty();
    }

    @Test
    void takes_no_password_of_spaces() {
        assertThat(PasswordRule.objection("ann", " ".repeat(12))).isPresent();
    }

    @Test
    void tells_how_long_a_password_is() {
        assertThat(PasswordRule.objection("ann", "short")).hasValueSatisfying(objection -> assertThat(objection)
                .contains("10 characters at least", "this one has 5 and 5"));
        assertThat(PasswordRule.objection("ann", "\u00fc".repeat(40)))
                .hasValueSatisfying(
                        objection -> assertThat(objection).contains("72 bytes at most", "this one has 40 and 80"));
    }
}
