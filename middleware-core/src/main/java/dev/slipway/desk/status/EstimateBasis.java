package dev.slipway.desk.status;

/**
 * Describes the basis of an estimate in words.
 *
 * @param noun the measured thing, such as "run"
 * @param of the work of the remembered jobs, such as "of var-mc on local"
 * @param count the number of remembered jobs
 */
record EstimateBasis(String noun, String of, int count) {

    static String none(String noun, String of) {
        return "no " + noun + " " + of + " has ended yet";
    }

    /** Returns words such as "the last 20 runs of var-mc on local". */
    String last() {
        return count == 1 ? "the last " + noun + " " + of : "the last " + count + " " + noun + "s " + of;
    }

    /** Returns words such as "any of the last 20 runs of var-mc on local". */
    String any() {
        return count == 1 ? last() : "any of " + last();
    }

    /**
     * Says why the end of the jobs ahead is not known.
     *
     * @param late how many of them have outlasted all remembered jobs
     * @param blocked how many of them wait for an outage to end
     */
    String unclear(long late, long blocked) {
        if (late == 0) {
            return ahead(blocked) + (blocked == 1 ? " waits" : " wait") + " for an outage to end";
        }
        return ahead(late) + " already " + (late == 1 ? "takes" : "take") + " longer than " + any();
    }

    private String ahead(long many) {
        return many + " " + noun + (many == 1 ? "" : "s") + " ahead";
    }
}
