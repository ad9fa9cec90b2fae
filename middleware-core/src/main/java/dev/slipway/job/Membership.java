package dev.slipway.job;

/**
 * That a job is one of those that a sweep became.
 *
 * @param group names them together
 * @param element which of the sweep's elements it is, from 1
 */
public record Membership(JobToken group, int element) {
    @Override
    public String toString() {
        return "element " + element + " of group " + group;
    }
}
