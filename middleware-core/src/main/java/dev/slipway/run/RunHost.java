package dev.slipway.run;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A host by the name or address of the operator's list, with a number of slots: all slots of the host, or those that a
 * run has there.
 */
public record RunHost(String name, int slots) {
    public RunHost {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw new IllegalArgumentException("not the name or the IPv4 address of a host: \"" + name + "\"");
        }
        if (slots < 1) {
            throw new IllegalArgumentException("host " + name + ": slots must be at least 1");
        }
    }

    /** Returns hosts in words, such as "node1 (2 slots), node2 (1 slot)". */
    public static String words(List<RunHost> hosts) {
        return hosts.stream().map(RunHost::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return name + " (" + slots + (slots == 1 ? " slot)" : " slots)");
    }
}
