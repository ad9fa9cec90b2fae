package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.mail.Letter;
import dev.slipway.servers.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the operations on mails against the real desk and database. */
class MailOverSoapTest {
    private static final String CHOOSE = "<s:mailChoose><s:address>ann@example.org</s:address><s:event>FAILED</s:event>"
            + "<s:digest>DAILY</s:digest><s:zone>Europe/Berlin</s:zone></s:mailChoose>";
    private static final String SHOW = "<s:mailShow/>";

    @TempDir
    Path folder;

    private RealJobs jobs;
    private JobsServer server;
    private SoapClient ann;
    private SoapClient bob;

    @BeforeEach
    void start() throws Exception {
        jobs = new RealJobs(folder);
        server = JobsServer.of(jobs, folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
        new SoapClient(server.address(), "olga", "olga-pw")
                .asked("<s:userAdd><s:name>ann</s:name><s:password>three words of ann</s:password>"
                        + "<s:role>USER</s:role></s:userAdd>");
        bob = new SoapClient(server.address(), "bob", "bob-pw");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        jobs.close();
    }

    @Test
    void an_address_is_chosen_confirmed_by_the_code_in_the_mail_and_forgotten() throws Exception {
        assertThat(ann.asked(SHOW)).doesNotContain("choice>");

        assertThat(ann.asked(CHOOSE))
                .contains("ann@example.org", "confirmed>false<", "event>FAILED<", "DAILY", "Berlin");
        Await.until("the code has come", () -> !jobs.letters().isEmpty());
        Letter mail = jobs.letters().get(0);
        assertThat(mail.address()).isEqualTo("ann@example.org");
        Matcher code = Pattern.compile("\\b\\d{8}\\b").matcher(mail.body());
        assertThat(code.find()).isTrue();
        ann.asked("<s:mailConfirm><s:code>" + code.group() + "</s:code></s:mailConfirm>");

        assertThat(ann.asked(SHOW)).contains("confirmed>true<");
        assertThat(bob.asked(SHOW)).as("another user").doesNotContain("choice>");
        assertThat(ann.asked("<s:mailChoose/>")).doesNotContain("choice>");
        assertThat(ann.asked(SHOW)).doesNotContain("choice>");
    }

    @Test
    void a_wrong_code_address_or_zone_is_refused_and_nothing_is_confirmed() throws Exception {
        ann.asked(CHOOSE);

        for (String call : List.of(
                "<s:mailConfirm><s:code>none</s:code></s:mailConfirm>",
                "<s:mailChoose><s:address>ann</s:address></s:mailChoose>",
                CHOOSE.replace("Europe/Berlin", "Nowhere"))) {
            assertThat(ann.call(call).body()).contains("Fault>").containsPattern("(user|form)\\.invalid");
        }
        assertThat(ann.asked(SHOW)).contains("ann@example.org", "confirmed>false<");
    }

    @Test
    void a_service_without_a_mail_server_says_so() throws Exception {
        try (JobsServer without = JobsServer.withoutDesks(folder)) {
            SoapClient caller = new SoapClient(without.address(), "ann", "ann-pw");

            assertThat(caller.call(SHOW).body()).contains("mail.off", "Ask the operator for a mail server.");
        }
    }
}
