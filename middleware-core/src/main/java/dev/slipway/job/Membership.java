package dev.slipway.job;

/**
 * The place of a job in its sweep.
 *
 * @param group the token of the group
 * @param element the number of the sweep's element, from 1
 */
public record Membership(JobToken group, int element) {
    @Override
    public String toString() {
        return "element " + element + " of group " + group;
    }
}
