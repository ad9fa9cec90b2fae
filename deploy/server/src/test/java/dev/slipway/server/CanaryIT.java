package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Plants recognizable secrets at each place where a caller can send a secret, and then searches all output of the
 * service.
 */
class CanaryIT {
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final Map<String, String> CANARIES = new LinkedHashMap<>();
    private static final List<String> SHOWN = new ArrayList<>();

    private static WholeService service;

    @BeforeAll
    static void plant() throws Exception {
        service = new WholeService().start();
        show(service.call(
                "operator",
                service.password(),
                "<s:userAdd><s:name>ann</s:name><s:password>" + canary("password")
                        + "</s:password><s:role>USER</s:role></s:userAdd>"));
        show(service.call("ann", canary("wrong-password"), "<s:users/>"));
        show(service.ask("", token("ann", canary("wrong-token-password")), "<s:users/>"));
        show(service.ask("", token(canary("password-as-name"), "x"), "<s:users/>"));
        show(service.ask("Bearer " + canary("wrong-bearer"), "", "<s:users/>"));
        show(service.ask("Bearer slipway_" + "A".repeat(20) + "-canary-bearer-form-aaaaaaa", "", "<s:users/>"));
        CANARIES.put("bearer-form", "-canary-bearer-form-");
        HttpResponse<String> login = service.call("ann", CANARIES.get("password"), "<s:login/>");
        Matcher bearer = Pattern.compile("token>(slipway_[^<]+)<").matcher(login.body());
        assertThat(bearer.find()).isTrue();
        CANARIES.put("login token", bearer.group(1));
        show(ann("<s:userPassword><s:name>ann</s:name><s:password>" + canary("new-password")
                + "</s:password><s:current>" + canary("wrong-current") + "</s:current></s:userPassword>"));
        show(ann("<s:userPassword><s:name>ann</s:name><s:password>" + canary("too-long-password")
                + "x".repeat(80) + "</s:password><s:current>" + CANARIES.get("password")
                + "</s:current></s:userPassword>"));
        for (String document : documents()) {
            String bytes = Base64.getEncoder().encodeToString(document.getBytes(StandardCharsets.UTF_8));
            show(ann("<s:submit><s:document>" + bytes + "</s:document></s:submit>"));
            show(ann("<s:validate><s:document>" + bytes + "</s:document></s:validate>"));
            show(ann("<s:submit><s:inline>" + document + "</s:inline></s:submit>"));
        }
        show(ann("<s:submit><s:document>PGEvPg==</s:document><s:callback>https://user:" + canary("callback-userinfo")
                + "@127.0.0.1:1/</s:callback></s:submit>"));
        show(ann("<s:list><s:offset>0</s:offset><s:limit>50</s:limit></s:list>"));
        show(ann("<s:capabilities/>"));
        show(service.call(
                "operator",
                service.password(),
                "<s:operations><s:offset>0</s:offset><s:limit>50</s:limit></s:operations>"));
        show(service.logIn(service.get("/login"), "ann", canary("form-password")));
        String tokens = String.join("\n", SHOWN);
        Matcher job = Pattern.compile("submitResponse.*?token>([0-9a-z]{32})<").matcher(tokens);
        String visitor = cookies(service.logIn(service.get("/login"), "ann", CANARIES.get("password")));
        SHOWN.add(service.visit("/ui/jobs", visitor).body());
        while (job.find()) {
            for (String operation : List.of("status", "history", "explain", "auditExport")) {
                show(ann("<s:" + operation + "><s:token>" + job.group(1) + "</s:token></s:" + operation + ">"));
            }
            SHOWN.add(service.visit("/ui/jobs/" + job.group(1), visitor).body());
        }
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
    }

    /** Returns documents with passwords in the places that other systems and the report use. */
    private static List<String> documents() throws IOException {
        String head = "<j:JobDefinition xmlns:j='http://schemas.ggf.org/jsdl/2005/11/jsdl' "
                + "xmlns:p='http://schemas.ggf.org/jsdl/2005/11/jsdl-posix'><j:JobDescription><j:Application>"
                + "<p:POSIXApplication><p:Executable>true</p:Executable></p:POSIXApplication></j:Application>";
        String tail = "</j:JobDescription></j:JobDefinition>";
        String staging =
                "<j:DataStaging name='in'><j:FileName>a.csv</j:FileName><j:CreationFlag>overwrite</j:CreationFlag>"
                        + "<j:Source><j:URI>%s</j:URI></j:Source>%s</j:DataStaging>";
        List<String> documents = new ArrayList<>(List.of(
                head + staging.formatted("sftp://loader:" + canary("uri-userinfo") + "@md1/a.csv", "") + tail,
                head + staging.formatted("ftp://loader:" + canary("ftp-userinfo") + "@md1/a.csv", "") + tail,
                head + staging.formatted("sftp://md1/a.csv?password=" + canary("uri-query"), "") + tail,
                head
                        + staging.formatted(
                                "sftp://md1/a.csv",
                                "<j:RemotePassword>" + canary("remote-password") + "</j:RemotePassword>")
                        + tail,
                head + "<x:DatabasePassword xmlns:x='urn:slipway:job:1'>" + canary("database-password")
                        + "</x:DatabasePassword>" + tail,
                head + "<x:Login xmlns:x='urn:other'><x:Place passphrase='" + canary("others-attribute")
                        + "'/></x:Login>" + tail,
                head + "<x:secretKey xmlns:x='urn:other'>" + canary("others-element") + "</x:secretKey>" + tail));
        for (String namespace : List.of("2007/11/ac", "2007/01/ac", "2007/01/fs")) {
            String password = canary("credential-" + namespace.replace('/', '-'));
            String loose = canary("loose-" + namespace.replace('/', '-'));
            for (String token : List.of(
                    "<w:Username>loader</w:Username><w:Password>" + password + "</w:Password>",
                    "<w:Username/><w:Password>" + password + "</w:Password>",
                    "<w:Username>loader</w:Username><w:Password Type='x#PasswordDigest'>" + password + "</w:Password>",
                    "<w:Username/><w:Password/>" + loose,
                    "<w:Secret>" + loose + "</w:Secret>")) {
                documents.add(head
                        + staging.formatted(
                                "sftp://md1/a.csv",
                                "<c:Credential xmlns:c='http://schemas.ogf.org/hpcp/" + namespace
                                        + "'><w:UsernameToken xmlns:w='" + WSSE + "'>" + token
                                        + "</w:UsernameToken></c:Credential>")
                        + tail);
            }
        }
        documents.addAll(figures());
        return documents;
    }

    /** Returns Figure 2 of the report with a password in its own place, in the name of the host, and in a sweep. */
    private static List<String> figures() throws IOException {
        List<String> documents = new ArrayList<>();
        String figure2 = Files.readString(Path.of("../../tests/contracts/documents/not-offered/figure-2.xml"))
                .replaceFirst("<\\?xml.*\\?>", "");
        documents.add(figure2.replace("iluv1bm", canary("figure-2")));
        documents.add(figure2.replace(">127.0.0.1<", ">desk:" + canary("host-userinfo") + "@md1<"));
        documents.add(figure2.replace("iluv1bm", "x")
                .replace(
                        "</jsdl:JobDefinition>",
                        "<s:Sweep xmlns:s='http://schemas.ogf.org/jsdl/2009/03/sweep' "
                                + "xmlns:f='http://schemas.ogf.org/jsdl/2009/03/sweep/functions'><s:Assignment>"
                                + "<s:DocumentNode>"
                                + "<s:Match>//jsdl:RemotePassword</s:Match></s:DocumentNode><f:Values><f:Value>"
                                + canary("swept")
                                + "</f:Value></f:Values></s:Assignment></s:Sweep></jsdl:JobDefinition>"));
        return documents;
    }

    @Test
    void no_document_with_one_was_taken_and_nothing_is_left_of_it() throws Exception {
        assertThat(SHOWN).noneMatch(shown -> shown.contains("submitResponse"));
        assertThat(SHOWN.stream()
                        .filter(shown -> shown.contains("secret.clear"))
                        .count())
                .isGreaterThan(30);
        for (String trace : Traces.rows(service)) {
            assertThat(trace).doesNotContain(CANARIES.values().toArray(String[]::new));
        }
        List<String> files = Traces.files(service);
        assertThat(files).hasSizeGreaterThan(20);
        for (String file : files) {
            assertThat(CANARIES.values()).noneMatch(file::contains);
        }
    }

    @Test
    void no_answer_fault_or_page_shows_one() {
        assertThat(SHOWN).hasSizeGreaterThan(20);
        for (String shown : SHOWN) {
            assertThat(shown).doesNotContain(CANARIES.values().toArray(String[]::new));
        }
    }

    @Test
    void no_log_holds_one() throws IOException {
        String log = Files.readString(service.home().resolve("log/slipway.log"));

        assertThat(log).contains("login refused");
        assertThat(log).doesNotContain(CANARIES.values().toArray(String[]::new));
    }

    @Test
    void no_process_has_one_on_its_command_line_or_in_its_environment() {
        List<String> processes = Traces.processes();
        assertThat(processes).isNotEmpty();
        for (String process : processes) {
            assertThat(process).doesNotContain(CANARIES.values().toArray(String[]::new));
        }
    }

    private static HttpResponse<String> ann(String body) throws Exception {
        return service.call("ann", CANARIES.get("password"), body);
    }

    private static void show(HttpResponse<String> answer) {
        SHOWN.add(answer.body());
        answer.headers().map().forEach((name, values) -> SHOWN.add(name + ": " + values));
    }

    private static String cookies(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .reduce((one, other) -> one + "; " + other)
                .orElseThrow();
    }

    private static String canary(String place) {
        String canary = "canary-" + place + "-5e1f";
        CANARIES.put(place, canary);
        return canary;
    }

    private static String token(String user, String password) {
        return "<w:Security xmlns:w='" + WSSE + "'><w:UsernameToken><w:Username>" + user + "</w:Username><w:Password>"
                + password + "</w:Password></w:UsernameToken></w:Security>";
    }
}
