package dev.slipway.faults;

/** Where a job stands, as a victim reported it. */
record ReportedJob(long version, String state, String outcome, String problem, boolean blocked, boolean held) {

    /** Reads the line {@code job TOKEN VERSION STATE OUTCOME PROBLEM BLOCKED HELD}. */
    static ReportedJob of(String line) {
        String[] words = line.split(" ");
        return new ReportedJob(
                Long.parseLong(words[2]),
                words[3],
                words[4],
                words[5],
                Boolean.parseBoolean(words[6]),
                Boolean.parseBoolean(words[7]));
    }
}
