package dev.slipway.faults;

/** How a victim told that a job stands. */
record Seen(long version, String state, String outcome, String problem, boolean blocked, boolean held) {

    /** Of the line {@code job TOKEN VERSION STATE OUTCOME PROBLEM BLOCKED HELD}. */
    static Seen of(String line) {
        String[] words = line.split(" ");
        return new Seen(
                Long.parseLong(words[2]),
                words[3],
                words[4],
                words[5],
                Boolean.parseBoolean(words[6]),
                Boolean.parseBoolean(words[7]));
    }
}
