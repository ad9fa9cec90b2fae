package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.draft.Draft;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the operations on templates, drafts and schedules against the real desks and database. */
class AuthoringOverSoapTest {
    private static final String DOCUMENT = """
            <s:inline><JobDefinition xmlns='http://schemas.ggf.org/jsdl/2005/11/jsdl'><JobDescription>
            <JobIdentification><JobName>echo</JobName></JobIdentification><Application>
            <p:POSIXApplication xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'>
            <p:Executable>true</p:Executable><p:Argument>${desk}</p:Argument><p:Argument>${days}</p:Argument>
            <p:Argument>$${HOME}</p:Argument>
            </p:POSIXApplication></Application></JobDescription></JobDefinition></s:inline>""";

    private static final String BLANKS = """
            <s:blank><s:name>days</s:name><s:label>Days</s:label><s:kind>NUMBER</s:kind><s:least>1</s:least>\
            <s:most>250</s:most><s:initial>10</s:initial></s:blank>\
            <s:blank><s:name>desk</s:name><s:kind>CHOICE</s:kind><s:option>all</s:option><s:option>rates</s:option>\
            </s:blank>""";

    private static final String EVERY_DAY = "<s:timetable><s:day>MONDAY</s:day><s:day>FRIDAY</s:day>"
            + "<s:first>07:30</s:first></s:timetable><s:zone>Europe/Berlin</s:zone>";

    @TempDir
    static Path folder;

    private static RealJobs jobs;
    private static JobsServer server;
    private static SoapClient ann;
    private static SoapClient bob;
    private static SoapClient olga;
    private static SoapClient alma;

    @BeforeAll
    static void start() throws Exception {
        jobs = new RealJobs(folder);
        server = JobsServer.of(jobs, folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
        bob = new SoapClient(server.address(), "bob", "bob-pw");
        olga = new SoapClient(server.address(), "olga", "olga-pw");
        alma = new SoapClient(server.address(), "alma", "alma-pw");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        jobs.close();
    }

    /** Makes a template of this name for ann and returns its id. */
    private static String made(String name, boolean shared) throws Exception {
        String call =
                "<s:templateCreate>" + DOCUMENT + "<s:name>" + name + "</s:name><s:description>told</s:description>"
                        + "<s:shared>" + shared + "</s:shared>" + BLANKS + "</s:templateCreate>";
        return first("template>([0-9a-z]{32})<", ann.asked(call));
    }

    private static String run(String template, String... set) {
        return "<s:templateRun><s:template>" + template + "</s:template>" + values(set) + "</s:templateRun>";
    }

    private static String values(String... set) {
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < set.length; i += 2) {
            values.append("<s:set><s:name>%s</s:name><s:text>%s</s:text></s:set>".formatted(set[i], set[i + 1]));
        }
        return values.toString();
    }

    private static String schedule(String template, String trigger) {
        return "<s:scheduleCreate><s:template>" + template + "</s:template>" + values("desk", "rates") + trigger
                + "</s:scheduleCreate>";
    }

    private static String call(String operation, String element, String thing) {
        return "<s:%s><s:%s>%s</s:%s></s:%s>".formatted(operation, element, thing, element, operation);
    }

    @Test
    void a_document_becomes_a_template_with_its_blanks_which_runs_with_values() throws Exception {
        String id = made("echo of a desk", false);

        assertThat(ann.asked("<s:templates/>"))
                .containsPattern("id>" + id + "<.*name>echo of a desk<.*shared>false<.*blankCount>2<");
        assertThat(ann.asked(call("templateShow", "template", id)))
                .containsPattern("description>told<.*owner>ann<.*templateVersion>1<")
                .containsPattern("blank>.*name>days<.*label>Days<.*kind>NUMBER<.*least>1<.*most>250<.*initial>10<")
                .containsPattern("name>desk<.*label>desk<.*kind>CHOICE<.*option>all<.*option>rates<");

        String token = first("token>([0-9a-z]{32})<", ann.asked(run(id.substring(0, 10), "desk", "rates")));
        assertThat(jobs.middleware()
                        .desk()
                        .request(JobsServer.ANN, new JobToken(token))
                        .launch()
                        .toString())
                .contains("rates, 10, ${HOME}");
        jobs.release();
        ann.asked(call("templateDelete", "template", "Echo of a DESK"));
        assertThat(ann.refused(call("templateShow", "template", id))).contains("form.unknown", "exitStatus>22<");
    }

    @Test
    void a_repeated_run_with_a_submission_id_gives_the_same_job() throws Exception {
        String id = made("once", false);
        String call = run(id, "desk", "all").replace("</s:templateRun>", "<s:sid>one of ann</s:sid></s:templateRun>");
        assertThat(first("token>([0-9a-z]{32})<", ann.asked(call)))
                .isEqualTo(first("token>([0-9a-z]{32})<", ann.asked(call)));
        ann.asked(call("templateDelete", "template", id));
    }

    @Test
    void wrong_names_and_values_are_told_with_what_was_meant() throws Exception {
        String id = made("value at risk", false);
        assertThat(ann.refused(run("value at rsik")))
                .contains("form.unknown", "there is no template \"value at rsik\"; did you mean \"value at risk\"?");
        assertThat(ann.refused(run("value at risk", "desk", "fx", "days", "900")))
                .contains("form.invalid", "blank days takes a number from 1 to 250, and not 900")
                .contains("blank desk takes one of all, rates, and not \"fx\"");
        assertThat(ann.refused(run(id, "desk", "all", "day", "9")))
                .contains("blank day is not one of the template's: days, desk");
        assertThat(ann.refused(run(id, "desk", "all", "desk", "all"))).contains("blank desk has two values");
        assertThat(ann.refused(run(id))).contains("blank desk has no value");
        assertThat(ann.refused(
                        "<s:templateCreate>" + DOCUMENT.replace("${desk}", "${my desk}") + "</s:templateCreate>"))
                .contains("form.invalid", "not a blank: \"${my desk}\"");
        String second = made("value at risk", false);
        assertThat(ann.refused(run("value at risk")))
                .contains("2 templates go by \"value at risk\"", id + " of ann", "give the id of one");
        assertThat(ann.refused(schedule(id, EVERY_DAY.replace("07:30", "25:00"))))
                .contains("not a time of the day as 09:30: \"25:00\"");
        assertThat(ann.refused(schedule(id, EVERY_DAY.replace("Berlin", "Nowhere"))))
                .contains("not a zone as Europe/Berlin");
        assertThat(ann.refused(schedule(id, EVERY_DAY.replace("</s:first>", "</s:first><s:last>23:59</s:last>"))))
                .contains("form.invalid", "a timetable needs both everyMinutes and last, or neither of them");
        for (String every : List.of("0", "1441")) {
            String repeated = "</s:first><s:last>23:59</s:last><s:everyMinutes>" + every + "</s:everyMinutes>";
            assertThat(ann.refused(schedule(id, EVERY_DAY.replace("</s:first>", repeated))))
                    .contains("form.invalid", "at least one minute apart, and at most one day");
        }
        ann.asked(call("templateDelete", "template", id));
        ann.asked(call("templateDelete", "template", second));
    }

    @Test
    void a_schedule_shows_its_next_times_runs_pauses_and_goes() throws Exception {
        String template = made("by the clock", false);
        String made = ann.asked(schedule("by the clock", EVERY_DAY));
        String id = first("schedule>([0-9a-z]{32})<", made);
        assertThat(made).containsPattern("next>20[0-9-]*T0[56]:30:00Z<");
        assertThat(ann.asked(schedule(template, EVERY_DAY)))
                .as("a repeated call")
                .contains(id);

        String token = first("token>([0-9a-z]{32})<", ann.asked(call("scheduleRun", "schedule", "by the clock")));
        assertThat(ann.asked(call("scheduleShow", "schedule", id)))
                .containsPattern(
                        "templateVersion>1<.*set>.*name>desk<.*text>rates<.*timetable>.*day>MONDAY<.*day>FRIDAY<")
                .containsPattern("zone>Europe/Berlin<.*alone>true<.*paused>false<(.*next>){5}.*job>" + token)
                .containsPattern("firing>.*sequence>1<.*outcome>SUBMITTED<.*job>" + token + "<.*note>run by ann<");
        olga.asked(call("schedulePause", "schedule", id));
        assertThat(ann.asked("<s:schedules/>"))
                .containsPattern("id>" + id + "<.*paused>true<")
                .doesNotContain("next>");
        assertThat(ann.refused(call("scheduleRun", "schedule", id))).contains("form.changed", "is paused: resume it");
        ann.asked(call("scheduleResume", "schedule", id));
        assertThat(ann.refused("<s:scheduleResume><s:schedule>" + id
                        + "</s:schedule><s:templateVersion>7</s:templateVersion></s:scheduleResume>"))
                .contains("form.changed", "it is version 1");
        ann.asked(call("scheduleDelete", "schedule", id));
        assertThat(ann.asked("<s:schedules/>")).doesNotContain(id);

        String watch = "<s:watch><s:source>risk</s:source><s:statement>SELECT 1</s:statement>"
                + "<s:everyMinutes>5</s:everyMinutes></s:watch>";
        String watching = first("schedule>([0-9a-z]{32})<", ann.asked(schedule(template, watch)));
        assertThat(ann.asked(call("scheduleShow", "schedule", watching)))
                .containsPattern("watch>.*source>risk<.*statement>SELECT 1<.*everyMinutes>5<.*atOnce>false<");
        ann.asked(call("templateDelete", "template", template));
    }

    @Test
    void a_draft_is_shown_as_a_document_or_with_what_it_lacks() throws Exception {
        Draft open =
                jobs.authoring().drafts().create(JobsServer.ANN, JobForm.blank().with("name", "so far"));
        Draft whole = jobs.authoring()
                .drafts()
                .create(JobsServer.ANN, JobForm.blank().with("name", "whole").with("executable", "true"));

        assertThat(ann.asked("<s:drafts/>")).contains("name>so far<", "name>whole<");
        assertThat(ann.asked(call("draftShow", "draft", "so far")))
                .containsPattern("finding>.*field>executable<.*message>.*hint>")
                .doesNotContain("document>");
        assertThat(ann.asked(call("draftShow", "draft", whole.id().value())))
                .contains("document>")
                .doesNotContain("finding>");
        assertThat(olga.refused(call("draftShow", "draft", open.id().value()))).contains("there is no such draft");
        assertThat(bob.refused(call("draftDelete", "draft", open.id().value()))).contains("form.unknown");
        ann.asked(call("draftDelete", "draft", "so far"));
        ann.asked(call("draftDelete", "draft", "whole"));
        assertThat(ann.asked("<s:drafts/>")).doesNotContain("draft>");
        assertThat(alma.refused("<s:drafts/>")).contains("access.not-authorised");
    }

    @Test
    void a_draft_with_a_table_of_values_is_shown_as_a_sweep() throws Exception {
        JobForm form = JobForm.blank()
                .with("name", "VaR of ${desk}")
                .with("executable", "true")
                .with(JobForm.SWEEP, "desk\nrates\nequity");
        Draft draft = jobs.authoring().drafts().create(JobsServer.ANN, form);

        String shown = ann.asked(call("draftShow", "draft", draft.id().value()));

        byte[] document = Base64.getMimeDecoder().decode(first("document>([^<]+)<", shown));
        assertThat(((ReadDocument.Swept) new JobDocumentReader().read(document)).requests())
                .extracting(JobRequest::name)
                .containsExactly("VaR of rates", "VaR of equity");
        ann.asked(call("draftDelete", "draft", draft.id().value()));
    }

    @Test
    void a_draft_with_a_table_that_no_document_can_hold_is_shown_with_the_reason() throws Exception {
        JobForm form = JobForm.blank()
                .with("name", "VaR of ${desk}")
                .with("description", "${about}")
                .with("executable", "true")
                .with(JobForm.SWEEP, "desk,about\nrates,all of them\nequity,");
        Draft draft = jobs.authoring().drafts().create(JobsServer.ANN, form);

        assertThat(ann.asked(call("draftShow", "draft", draft.id().value())))
                .containsPattern("name>VaR of [$][{]desk[}]<.*finding>.*field(></|/>)")
                .contains("message>the jobs differ in more than values at /jsdl:JobDefinition", "hint>Correct what")
                .doesNotContain("document>");
        ann.asked(call("draftDelete", "draft", draft.id().value()));
    }

    @Test
    void nobody_takes_the_place_of_another_users_template_by_a_shared_one_with_its_id_or_name() throws Exception {
        String own = made("Nightly", false);
        String prefix = own.substring(0, 8);
        List<String> foreign = new ArrayList<>();
        for (String name : List.of(prefix, "nightly")) {
            foreign.add(first(
                    "template>([0-9a-z]{32})<",
                    bob.asked("<s:templateCreate>" + DOCUMENT + "<s:name>" + name + "</s:name><s:shared>true</s:shared>"
                            + BLANKS + "</s:templateCreate>")));
        }

        for (String given : List.of(prefix, "nightly", "Nightly")) {
            assertThat(ann.asked(call("templateShow", "template", given))).contains(own, "owner>ann<");
        }
        ann.asked(call("templateDelete", "template", own));
        for (String id : foreign) {
            bob.asked(call("templateDelete", "template", id));
        }
    }

    @Test
    void templates_are_seen_run_and_deleted_by_those_who_may() throws Exception {
        String own = made("for ann alone", false);
        String shared = made("for all", true);
        assertThat(bob.asked("<s:templates/>")).contains(shared).doesNotContain(own);
        assertThat(alma.asked("<s:templates/>")).contains(shared, own);
        assertThat(bob.refused(run(own, "desk", "all"))).contains("form.unknown");
        assertThat(bob.asked(run(shared, "desk", "all"))).contains("token>");
        assertThat(alma.refused(run(shared, "desk", "all"))).contains("access.not-authorised");
        assertThat(bob.refused(call("templateDelete", "template", shared))).contains("access.not-authorised");
        assertThat(alma.refused(call("templateDelete", "template", shared))).contains("access.not-authorised");

        String schedule = first("schedule>([0-9a-z]{32})<", bob.asked(schedule(shared, EVERY_DAY)));
        assertThat(ann.refused(call("scheduleShow", "schedule", schedule))).contains("form.unknown");
        assertThat(alma.asked("<s:schedules/>")).contains(schedule);
        assertThat(alma.refused(call("scheduleDelete", "schedule", schedule))).contains("access.not-authorised");
        assertThat(olga.refused(call("scheduleRun", "schedule", schedule)))
                .contains("access.not-authorised", "only user bob, its owner, may run");
        olga.asked(call("scheduleDelete", "schedule", schedule));
        olga.asked(call("templateDelete", "template", shared));
        ann.asked(call("templateDelete", "template", own));
        assertThat(olga.asked("<s:operations><s:offset>0</s:offset><s:limit>9</s:limit></s:operations>"))
                .contains("kind>TEMPLATE_REMOVED<", "kind>SCHEDULE_REMOVED<");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<s:templateCreate/>", "<s:templateRun/>", "<s:scheduleCreate/>", "<s:draftShow/>"})
    void a_call_that_lacks_a_part_is_told_so(String call) throws Exception {
        for (SoapClient caller : List.of(ann, olga)) {
            assertThat(caller.refused(call)).contains("call.invalid");
        }
    }

    private static String first(String pattern, String answer) {
        Matcher found = Pattern.compile(pattern).matcher(answer);
        assertThat(found.find()).as(answer).isTrue();
        return found.group(1);
    }
}
