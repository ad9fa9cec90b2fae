package dev.slipway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that each front end gives every remedy in its own words, and in no other front end's. */
class RemedyTest {
    private static final String COMMAND = "`|(?<![\\w-])--[a-z]";
    private static final String SETTING = "\\bslipway\\.|\\.yaml|ca-file|known_hosts|sshd_config|document-credentials";
    private static final String SOAP = "SOAP|WSDL|\\boperations? [a-z]|Timestamp|PasswordText|\\bsid\\b(?<!--sid)";
    private static final String PAGE = "(?i)\\b(page|button|tick|click|menu|window)s?\\b|\\breload the\\b";

    @ParameterizedTest
    @EnumSource
    void pages_name_no_command_element_setting_or_operation(ProblemCode code) {
        assertThat(code.remedy().at(FrontEnd.PAGES))
                .isNotBlank()
                .doesNotContainPattern(COMMAND + "|sw:|" + SETTING + "|" + SOAP);
    }

    @ParameterizedTest
    @EnumSource
    void calls_name_no_command_setting_or_page(ProblemCode code) {
        assertThat(code.remedy().at(FrontEnd.CALLS))
                .isNotBlank()
                .doesNotContainPattern(COMMAND + "|" + SETTING + "|" + PAGE);
    }

    @ParameterizedTest
    @EnumSource
    void the_command_line_names_no_page_and_no_operation(ProblemCode code) {
        assertThat(code.remedy().at(FrontEnd.SHELL)).isNotBlank().doesNotContainPattern(PAGE + "|" + SOAP);
    }

    @ParameterizedTest
    @EnumSource
    void every_remedy_is_a_sentence_at_each_door(ProblemCode code) {
        for (FrontEnd frontEnd : FrontEnd.values()) {
            assertThat(code.remedy().at(frontEnd)).matches(Pattern.compile("[A-Z].*\\.", Pattern.DOTALL));
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"slipway,SHELL", "slipway 1.0,SHELL", "Apache-CXF/4.1,CALLS", "-,CALLS"})
    void a_call_of_the_toolkit_comes_from_the_command_line(String client, FrontEnd frontEnd) {
        assertThat(FrontEnd.ofCall(client)).isEqualTo(frontEnd);
    }

    @Test
    void a_remedy_for_one_job_names_the_job_where_a_command_needs_it() {
        Remedy release = Remedy.of("Release it.").atShell("Release it: `slipway release TOKEN`.");

        assertThat(release.about("ab12"))
                .isEqualTo(new Remedy("Release it.", "Release it.", "Release it: `slipway release ab12`."));
        assertThat(release.then(Remedy.NONE)).isEqualTo(release);
        assertThat(Remedy.NONE.isNone()).isTrue();
    }
}
