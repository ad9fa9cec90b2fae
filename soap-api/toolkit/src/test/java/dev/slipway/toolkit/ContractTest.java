package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.slipway.problem.ExitClass;
import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.JobState;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.OwnProblem;
import dev.slipway.toolkit.terminal.Terminal;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import picocli.CommandLine;

/**
 * Tests the rules for all verbs: each operation has a verb, each verb speaks JSON, each help page has its exit
 * statuses.
 */
class ContractTest extends ScriptedService {
    private static final Pattern COMMAND = Pattern.compile("`slipway ([a-z-]+(?: [a-z-]+)?)");

    /** Verbs that never call the service; other tests call them. */
    private static final Set<String> LOCAL = Set.of(
            "validate",
            "convert",
            "format",
            "audit check",
            "profile list",
            "profile show",
            "profile use",
            "completion");

    /** A call of each operation. */
    private static final Map<String, List<String>> CALLS = new LinkedHashMap<>();

    @BeforeAll
    static void calls() throws Exception {
        String document = Files.writeString(folder.resolve("job.xml"), "<job/>").toString();
        Path secret = Files.writeString(folder.resolve("secret"), "a long password\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        CALLS.put("login", List.of("login"));
        CALLS.put("submit", List.of("submit", document));
        CALLS.put("upload", List.of("upload", document));
        CALLS.put("validate", List.of("validate", "--service", document));
        CALLS.put("plan", List.of("plan", document));
        CALLS.put("status", List.of("status", TOKEN));
        CALLS.put("statuses", List.of("status", TOKEN, TOKEN));
        CALLS.put("list", List.of("list"));
        for (String verb : List.of(
                "history", "results", "output", "explain", "cancel", "delete", "kill", "hold", "release", "retry")) {
            CALLS.put(verb, List.of(verb, TOKEN));
        }
        CALLS.put(
                "download",
                List.of("results", TOKEN, "pnl", "-o", folder.resolve("pnl.csv").toString()));
        CALLS.put("auditVerify", List.of("audit", "verify"));
        CALLS.put(
                "auditExport",
                List.of(
                        "audit",
                        "export",
                        TOKEN,
                        "--to",
                        folder.resolve("record.xml").toString()));
        CALLS.put("operations", List.of("audit", "operations"));
        CALLS.put("users", List.of("user", "list"));
        CALLS.put("userAdd", List.of("user", "add", "cara", "--password-file", secret.toString()));
        CALLS.put("userPassword", List.of("user", "passwd", "cara", "--password-file", secret.toString()));
        CALLS.put("userGrant", List.of("user", "grant", "cara", "--all"));
        CALLS.put("userRevoke", List.of("user", "revoke", "cara", "--all"));
        CALLS.put("partitions", List.of("partition", "list"));
        CALLS.put("partitionDrain", List.of("partition", "drain", "local"));
        CALLS.put("partitionResume", List.of("partition", "resume", "local"));
        CALLS.put("places", List.of("place", "list"));
        CALLS.put("placePause", List.of("place", "pause", "source:risk"));
        CALLS.put("placeResume", List.of("place", "resume", "source:risk"));
        CALLS.put("placeCheck", List.of("place", "check", "source:risk"));
        CALLS.put("settingsReload", List.of("reload"));
        authoringCalls(document);
        CALLS.put("usage", List.of("usage"));
        CALLS.put("capabilities", List.of("capabilities"));
        CALLS.put("publicKeys", List.of("public-keys"));
        CALLS.put("rotateKey", List.of("rotate-key", "callback"));
        CALLS.put("logout", List.of("logout"));
        mailCalls();
    }

    private static void mailCalls() {
        CALLS.put("mailShow", List.of("mail", "show"));
        CALLS.put("mailChoose", List.of("mail", "choose", "ann@example.org"));
        CALLS.put("mailConfirm", List.of("mail", "confirm", "12345678"));
    }

    private static void authoringCalls(String document) {
        CALLS.put("templates", List.of("template", "list"));
        CALLS.put("templateShow", List.of("template", "show", "bank VaR"));
        CALLS.put("templateRun", List.of("template", "run", "bank VaR", "--set", "desk=rates"));
        CALLS.put("templateCreate", List.of("template", "create", document, "--blank", "desk:choice:all,rates=all"));
        CALLS.put("templateDelete", List.of("template", "delete", "bank VaR"));
        CALLS.put("drafts", List.of("draft", "list"));
        CALLS.put("draftShow", List.of("draft", "show", "so far"));
        CALLS.put("draftDelete", List.of("draft", "delete", "so far"));
        CALLS.put("schedules", List.of("schedule", "list"));
        CALLS.put("scheduleShow", List.of("schedule", "show", "bank VaR"));
        CALLS.put("scheduleCreate", List.of("schedule", "create", "bank VaR", "--at", "07:30", "--days", "mon-fri"));
        CALLS.put("schedulePause", List.of("schedule", "pause", "bank VaR"));
        CALLS.put("scheduleResume", List.of("schedule", "resume", "bank VaR", "--accept"));
        CALLS.put("scheduleRun", List.of("schedule", "run", "bank VaR"));
        CALLS.put("scheduleDelete", List.of("schedule", "delete", "bank VaR"));
    }

    @BeforeEach
    void closed() {
        JOBS.looks.add(ScriptedJobs.status(JobState.CLOSED));
    }

    private int run(List<String> call, String... more) {
        List<String> all = new ArrayList<>(call);
        all.addAll(List.of(more));
        return shell.run(all.toArray(String[]::new));
    }

    private static Map<String, Object> json(String line) {
        try {
            return JSONObjectUtils.parse(line);
        } catch (ParseException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }

    private static Set<String> operations() throws Exception {
        try (InputStream in = ContractTest.class.getResourceAsStream("/dev/slipway/service/jobs.wsdl")) {
            NodeList ports = DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getElementsByTagNameNS("*", "portType");
            NodeList operations = ((Element) ports.item(0)).getElementsByTagNameNS("*", "operation");
            Set<String> names = new TreeSet<>();
            for (int i = 0; i < operations.getLength(); i++) {
                names.add(((Element) operations.item(i)).getAttribute("name"));
            }
            return names;
        }
    }

    /** Returns the verbs that can be called, such as "audit verify". */
    private static Map<String, CommandLine> verbs(String before, CommandLine line) {
        Map<String, CommandLine> verbs = new LinkedHashMap<>();
        line.getSubcommands().forEach((name, verb) -> {
            if (!name.equals(verb.getCommandName())) {
                return;
            }
            if (verb.getSubcommands().isEmpty()) {
                verbs.put(before + name, verb);
            } else {
                verbs.putAll(verbs(before + name + " ", verb));
            }
        });
        return verbs;
    }

    private static Map<String, CommandLine> verbs() {
        return verbs("", Slipway.model(Terminal.ofProcess()));
    }

    @Test
    void every_operation_of_the_contract_has_a_verb_that_calls_it() throws Exception {
        assertThat(CALLS.keySet()).containsExactlyInAnyOrderElementsOf(operations());
        CALLS.forEach((operation, call) -> {
            JOBS.calls.clear();
            assertThat(run(call)).as("%s: %s", call, shell.err).isZero();
            assertThat(JOBS.calls).as("%s", call).contains(operation);
        });
    }

    @Test
    void every_verb_answers_in_json_and_in_nothing_else() {
        CALLS.forEach((operation, call) -> {
            assertThat(run(call, "--json")).as("%s: %s", call, shell.err).isZero();
            assertThat(shell.out).as("%s", call).isNotEmpty();
            shell.out.lines().forEach(ContractTest::json);
            assertThat(shell.err).as("%s", call).isEmpty();
        });
    }

    @Test
    void every_refusal_is_one_json_object_on_standard_error() {
        run(CALLS.get("login"));
        JOBS.refusal = ProblemCode.JOB_STATE;
        CALLS.forEach((operation, call) -> {
            assertThat(run(call, "--json")).as("%s", call).isEqualTo(ProblemCode.JOB_STATE.exitStatus());
            assertThat(shell.out).as("%s", call).isEmpty();
            assertThat(shell.err.lines()).as("%s", call).hasSize(1);
            assertThat(json(shell.err))
                    .containsEntry("code", ProblemCode.JOB_STATE.id())
                    .containsEntry("message", "refused as told")
                    .containsEntry("hint", ProblemCode.JOB_STATE.remedy().shell())
                    .containsEntry("job", TOKEN)
                    .containsEntry("exitStatus", (long) ProblemCode.JOB_STATE.exitStatus());
        });
    }

    @Test
    void a_wrong_call_of_any_verb_is_one_json_object_too() {
        verbs().keySet().forEach(verb -> {
            assertThat(run(List.of(verb.split(" ")), "--json", "--nonsense")).isEqualTo(ExitStatus.CALL);
            assertThat(shell.out).isEmpty();
            assertThat(json(shell.err)).containsEntry("code", "toolkit.call").containsEntry("exitStatus", 2L);
            assertThat(shell.err).contains("slipway " + verb + " --help");
        });
    }

    @Test
    void every_verb_calls_an_operation_or_none() {
        Set<String> verbs = verbs().keySet();
        Set<String> called = new TreeSet<>();
        CALLS.values()
                .forEach(call -> called.add(verbs.stream()
                        .filter(verb -> String.join(" ", call).concat(" ").startsWith(verb + " "))
                        .findFirst()
                        .orElseThrow()));
        called.addAll(LOCAL);
        // These verbs call operations that have verbs of their own too.
        called.addAll(List.of("watch", "seal", "run", "mail stop"));
        assertThat(verbs).containsExactlyInAnyOrderElementsOf(called);
    }

    @Test
    void every_command_that_a_remedy_names_is_a_verb() {
        Set<String> verbs = new TreeSet<>(verbs().keySet());
        verbs.add("help");
        List<String> commands = Arrays.stream(ProblemCode.values())
                .flatMap(
                        code -> COMMAND.matcher(code.remedy().shell()).results().map(found -> found.group(1)))
                .toList();

        assertThat(commands).hasSizeGreaterThan(10).allSatisfy(command -> assertThat(verbs)
                .anyMatch(verb -> (command + " ").startsWith(verb + " ")));
    }

    @Test
    void every_help_page_tells_of_json_and_of_its_own_exit_statuses_and_one_of_all() {
        verbs().keySet().forEach(verb -> {
            assertThat(run(List.of(verb.split(" ")), "--help")).isZero();
            assertThat(shell.out)
                    .as(verb)
                    .startsWith("Usage: slipway " + verb)
                    .contains("--json", "--profile", "Exit statuses", "failure then is one object on standard error");
            statuses(verb.equals("plan") ? HelpText.EXIT_STATUSES.keySet() : HelpText.own(verb));
            if (!verb.equals("plan")) {
                assertThat(shell.out).as(verb).contains("slipway --help has all");
                assertThat(HelpText.own(verb))
                        .as(verb)
                        .contains(ExitStatus.DONE, ExitStatus.CALL)
                        .doesNotHaveDuplicates()
                        .hasSizeLessThan(HelpText.EXIT_STATUSES.size());
            }
        });
        assertThat(shell.run("--help")).isZero();
        assertThat(shell.out).contains("submit", "rotate-key");
        statuses(HelpText.EXIT_STATUSES.keySet());
    }

    /** Checks that the page shown last lists each status. */
    private void statuses(Collection<Integer> statuses) {
        statuses.forEach(status -> assertThat(shell.out)
                .containsPattern(
                        "(?m)(^|\\s)" + status + "  " + Pattern.quote(HelpText.EXIT_STATUSES.get(status)) + "( |$)"));
    }

    @Test
    void verbs_that_call_a_service_tell_that_it_may_not_be_reached_and_others_do_not() {
        verbs().keySet().forEach(verb -> {
            boolean calls = !LOCAL.contains(verb) || verb.equals("validate");
            assertThat(HelpText.own(verb).contains(ExitStatus.NOT_REACHED))
                    .as(verb)
                    .isEqualTo(calls);
        });
    }

    @Test
    void the_table_of_exit_statuses_is_the_services_and_each_has_its_line_in_the_manual() throws Exception {
        Map<Integer, String> classes = new TreeMap<>();
        for (ExitClass each : ExitClass.values()) {
            classes.put(each.number(), each.sentence());
        }

        assertThat(HelpText.EXIT_STATUSES).isEqualTo(classes);
        assertThat(Files.readString(Path.of(System.getProperty("slipway.root")).resolve("docs/toolkit.md")))
                .contains(classes.entrySet().stream()
                        .map(row -> "| " + row.getKey() + " | " + row.getValue() + " |\n")
                        .collect(Collectors.joining("", "| exit status | meaning |\n|---|---|\n", "\n")));
    }

    @Test
    void the_statuses_and_codes_of_the_toolkit_itself_are_those_of_the_service() throws Exception {
        for (var constant : ExitStatus.class.getDeclaredFields()) {
            assertThat(constant.getInt(null))
                    .as("%s", constant)
                    .isEqualTo(ExitClass.valueOf(constant.getName()).number());
        }
        for (OwnProblem own : OwnProblem.values()) {
            assertThat(own.code().startsWith("toolkit.")
                            || Arrays.stream(ProblemCode.values())
                                    .anyMatch(each -> each.exitStatus() == own.exitStatus()
                                            && each.id().equals(own.code())))
                    .as("%s", own)
                    .isTrue();
        }
    }
}
