package dev.slipway.toolkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Builds the end of each help page: the verb's exit statuses and the rules for all verbs. */
final class HelpText {
    /** The whole table. {@code ContractTest} compares it with the service's. */
    static final SortedMap<Integer, String> EXIT_STATUSES = table("""
            0 done
            1 the job failed or was cancelled: `slipway explain` says why
            2 the call, the profile or a local file is wrong: correct it
            3 the service was not reached: try again later
            4 the document is not laid out well: `slipway format --write`
            10 the document is wrong or asks for what is not offered: correct it
            15 a limit is exceeded: ask for less, or ask the operator for more
            20 not authenticated: check the password, or log in anew
            21 not authorised: ask an operator for the right
            22 no such job, result, user, place or program: check the name
            23 the state does not fit, or has changed: look first
            31 a place or its data do not fit the step: correct what is named
            36 stored or not, nobody can tell: look before a repetition
            54 something is away or busy for a while: try again later
            70 internal error: tell the operator
            71 stored or fetched data are damaged: tell the operator
            """);

    /** Verbs that call no service, with their exit statuses. */
    private static final Map<String, String> LOCAL = Map.of(
            "convert", "10",
            "format", "4 10",
            "audit check", "71",
            "completion", "",
            "profile", "",
            "profile list", "",
            "profile show", "",
            "profile use", "");

    /** Exit statuses of an admission: who may submit, and problems of a document that show without asking any place. */
    private static final String ADMISSION = "10 15 22 31 ";

    /** Exit statuses of verbs about one job. */
    private static final String JOB = "22 71 ";

    /** Exit statuses of single verbs beside those of any call. The verb {@code plan} may end with any status. */
    private static final Map<String, String> CALLING = Map.ofEntries(
            Map.entry("submit", "1 " + ADMISSION + "23"),
            Map.entry("run", "1 " + ADMISSION + "23"),
            Map.entry("validate", ADMISSION),
            Map.entry("retry", ADMISSION + "23 71"),
            Map.entry("upload", "15"),
            Map.entry("watch", JOB + "1"),
            Map.entry("status", JOB),
            Map.entry("explain", JOB),
            Map.entry("history", JOB),
            Map.entry("results", JOB + "23"),
            Map.entry("output", JOB + "23"),
            Map.entry("hold", JOB + "23"),
            Map.entry("release", JOB + "23"),
            Map.entry("cancel", JOB + "23"),
            Map.entry("delete", JOB + "23"),
            Map.entry("kill", JOB + "23"),
            Map.entry("template show", "22"),
            Map.entry("template run", "1 " + ADMISSION + "23"),
            Map.entry("template create", "10 15"),
            Map.entry("template delete", "22"),
            Map.entry("draft show", "22"),
            Map.entry("draft delete", "22"),
            Map.entry("schedule show", "22"),
            Map.entry("schedule create", "15 22 23 31"),
            Map.entry("schedule pause", "22"),
            Map.entry("schedule resume", "22 23"),
            Map.entry("schedule run", "1 " + ADMISSION + "23"),
            Map.entry("schedule delete", "22"),
            Map.entry("mail show", "23"),
            Map.entry("mail choose", "23"),
            Map.entry("mail confirm", "23"),
            Map.entry("mail stop", "23"),
            Map.entry("user add", "23"),
            Map.entry("user passwd", "22"),
            Map.entry("user grant", "22"),
            Map.entry("user revoke", "22"),
            Map.entry("partition drain", "22"),
            Map.entry("partition resume", "22"),
            Map.entry("place pause", "22"),
            Map.entry("place resume", "22"),
            Map.entry("place check", "22 31"),
            Map.entry("reload", "23"),
            Map.entry("audit verify", JOB),
            Map.entry("audit export", JOB));

    private static final String ANY = "0 2 ";
    private static final String ANY_CALL = ANY + "3 20 21 54 70 ";

    private static final List<String> FOR_ALL = List.of(
            "With --json the answer is JSON on standard output, one object a line. A",
            "failure then is one object on standard error: code, message, detail, hint,",
            "exitStatus, and where they are known place, job and findings. A remark there is",
            "{\"note\": ...}.",
            "",
            "The profile names the service and the user: --profile NAME, else the file",
            "$SLIPWAY_PROFILE, else the choice of `slipway profile use`, else",
            "~/.config/slipway/profile.");

    private HelpText() {}

    private static SortedMap<Integer, String> table(String lines) {
        SortedMap<Integer, String> table = new TreeMap<>();
        lines.lines().map(line -> line.split(" ", 2)).forEach(line -> table.put(Integer.valueOf(line[0]), line[1]));
        return table;
    }

    /**
     * Returns the end of a verb's page.
     *
     * @param verb as "audit verify"; empty for the page of all verbs, which has the whole table
     */
    static String footer(String verb) {
        List<String> lines = new ArrayList<>(List.of("", "Examples:"));
        for (Examples.Example example : Examples.of(verb)) {
            lines.add("  " + example.command());
            lines.add("      " + example.meaning());
        }
        lines.addAll(List.of("", isAll(verb) ? "Exit statuses:" : "Exit statuses (slipway --help has all):"));
        statuses(verb).forEach(status -> lines.add(line(status)));
        lines.add("");
        lines.addAll(FOR_ALL);
        return String.join("\n", lines) + "\n";
    }

    /** Returns the exit statuses that a verb's page lists, in order. */
    static List<Integer> statuses(String verb) {
        return isAll(verb) ? List.copyOf(EXIT_STATUSES.keySet()) : own(verb);
    }

    private static boolean isAll(String verb) {
        return verb.isEmpty() || verb.equals("plan");
    }

    /** Returns the rules for all verbs, a paragraph each. */
    static List<String> notes() {
        return List.of(String.join("\n", FOR_ALL).split("\n\n"));
    }

    /** Returns the verb's exit statuses, in order. */
    static List<Integer> own(String verb) {
        String statuses = LOCAL.containsKey(verb) ? ANY + LOCAL.get(verb) : ANY_CALL + CALLING.getOrDefault(verb, "");
        return Stream.of(statuses.strip().split(" +"))
                .map(Integer::valueOf)
                .sorted()
                .toList();
    }

    private static String line(int status) {
        return String.format("%5d  %s", status, EXIT_STATUSES.get(status));
    }
}
