package dev.slipway.toolkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Builds the end of each help page: the verb's exit statuses and the rules for all verbs. */
final class HelpText {
    /** The whole table. {@code ContractTest} checks that no status of the service is missing. */
    static final SortedMap<Integer, String> EXIT_STATUSES = table("""
            0 done
            1 the job ended FAILED or CANCELLED (watch)
            2 wrong call, profile or local file
            3 the service was not reached
            4 the document is not laid out well (format --check)
            10 document not well-formed
            11 document holds a DTD or an entity
            12 document not readable
            13 another document has this sid
            14 document asks for something not offered
            15 sweep too large
            20 not authenticated
            21 not authorised
            22 no such job
            23 the job's state does not fit
            24 no such result
            25 not a call of this service
            26 step given up
            27 results no longer kept
            28 another verification runs
            29 source, host, site or folder not granted
            30 no such source, host ...
            31 statement refused
            32 parameter invalid
            33 row rejected
            34 database refuses login
            35 database not reached
            36 stored or not: unknown
            37 right missing in the database
            38 source not set up
            39 snapshot lost
            40 host key wrong
            41 host refuses login
            42 host not reached
            43 remote file
            44 host refuses document's user
            45 host has no SFTP
            50 file exists
            51 file missing
            52 file corrupt
            53 storage full
            54 service's database not reached
            55 outage too long
            56 service's database has no space
            57 too many bytes in run folder
            58 data break their contract
            59 step stood still
            60 no such partition
            61 too many processes
            62 no such executable
            63 launch failed
            64 program failed
            65 wall time exceeded
            66 run lost
            67 launch refused
            68 guard program broken
            69 machine busy
            70 internal error
            71 journal damaged
            72 site's answer unfit
            73 site refuses the service
            74 site not reached
            75 file of a folder
            76 folder not there
            77 workbook unfit
            78 query of a service unfit
            79 step needs too much memory
            80 digest of a password
            81 no such user
            82 user exists
            83 user's name, password or rights
            84 sealed password not for this
            85 callback not allowed
            86 no such upload
            87 upload too large
            88 too many uploads kept
            89 password in the clear
            90 host takes no sealed passwords
            91 too many of your jobs wait
            92 row changed nothing
            93 no such draft or template
            94 changed elsewhere
            95 form not valid
            96 too many drafts or templates
            98 another plan is being made
            99 place paused by an operator
            105 call not of this time
            115 value not exact
            116 a driver failed
            120 run out of memory
            125 variable not offered
            128 runs are the service itself
            129 documents take too much room
            130 no stream launcher
            """);

    /** Verbs that call no service, with their exit statuses. */
    private static final Map<String, String> LOCAL = Map.of(
            "convert", "10 11 12 14 89",
            "format", "4 10 11 12 89",
            "audit check", "71",
            "completion", "",
            "profile", "",
            "profile list", "",
            "profile show", "",
            "profile use", "");

    /** Exit statuses of an admission: who may submit, and problems of a document that show without asking any place. */
    private static final String ADMISSION = " 29 30 38 53 56 60 61 62 67 84 86 89 90 91";

    /** Exit statuses of single verbs beside those of any call. The verb {@code plan} may end with any status. */
    private static final Map<String, String> CALLING = Map.ofEntries(
            Map.entry("submit", "10 11 12 13 14 15 85" + ADMISSION),
            Map.entry("validate", "10 11 12 14 15" + ADMISSION),
            Map.entry("retry", "22 23 71" + ADMISSION),
            Map.entry("upload", "53 56 87 88"),
            Map.entry("watch", "1 22 71"),
            Map.entry("status", "22 71"),
            Map.entry("explain", "22 71"),
            Map.entry("history", "22 71"),
            Map.entry("results", "22 23 24 27 52 71"),
            Map.entry("output", "22 23 24 27 71"),
            Map.entry("hold", "22 23 56 71"),
            Map.entry("release", "22 23 56 71"),
            Map.entry("cancel", "22 23 56 71"),
            Map.entry("delete", "22 23 56 71"),
            Map.entry("kill", "22 23 56 71"),
            Map.entry("user add", "56 80 82 83"),
            Map.entry("user passwd", "56 80 81 83"),
            Map.entry("user grant", "56 81 83"),
            Map.entry("user revoke", "56 81 83"),
            Map.entry("audit verify", "22 28 71"),
            Map.entry("audit export", "22 71"));

    /** The widths of a page and of its left column. */
    private static final int WIDTH = 80;

    private static final int LEFT = 40;

    private static final String ANY = "0 2 ";
    private static final String ANY_CALL = ANY + "3 20 21 25 54 70 ";

    private static final String[] FOR_ALL = {
        "",
        "With --json the answer is JSON on standard output, one object a line. A",
        "failure then is one object on standard error: code, message, detail, hint,",
        "exitStatus, and where they are known place, job and findings. A remark there is",
        "{\"note\": ...}.",
        "",
        "The profile names the service and the user: --profile NAME, else the file",
        "$SLIPWAY_PROFILE, else the choice of `slipway profile use`, else",
        "~/.config/slipway/profile."
    };

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
        boolean all = verb.isEmpty() || verb.equals("plan");
        List<String> lines =
                new ArrayList<>(List.of("", all ? "Exit statuses:" : "Exit statuses (slipway --help has all):"));
        lines.addAll(columns(all ? List.copyOf(EXIT_STATUSES.keySet()) : own(verb)));
        lines.addAll(List.of(FOR_ALL));
        return String.join("\n", lines) + "\n";
    }

    /** Returns the verb's exit statuses, in order. */
    static List<Integer> own(String verb) {
        String statuses = LOCAL.containsKey(verb) ? ANY + LOCAL.get(verb) : ANY_CALL + CALLING.getOrDefault(verb, "");
        return Stream.of(statuses.strip().split(" +"))
                .map(Integer::valueOf)
                .sorted()
                .toList();
    }

    private static String cell(int status) {
        return String.format("%5d  %s", status, EXIT_STATUSES.get(status));
    }

    /** Arranges the statuses in lines, two per line where they fit. */
    private static List<String> columns(List<Integer> statuses) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < statuses.size(); i++) {
            String left = cell(statuses.get(i));
            String right = i + 1 < statuses.size() ? cell(statuses.get(i + 1)) : "";
            boolean two = !right.isEmpty() && left.length() < LEFT && LEFT + right.length() <= WIDTH;
            lines.add(two ? String.format("%-" + LEFT + "s%s", left, right) : left);
            i += two ? 1 : 0;
        }
        return lines;
    }
}
