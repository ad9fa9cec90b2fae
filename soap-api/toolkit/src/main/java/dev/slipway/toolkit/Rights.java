package dev.slipway.toolkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which rights of a user are meant. */
final class Rights {
    @Option(names = "--role", paramLabel = "ROLE", description = "user, operator or auditor; may come more than once.")
    private List<String> roles = new ArrayList<>();

    @Option(
            names = "--source",
            paramLabel = "NAME",
            description = "A database that the user's jobs may name; may come more than once.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A host that the user's jobs may name; may come more than once.")
    private List<String> hosts = new ArrayList<>();

    @Option(names = "--all", description = "All sources and hosts, also those to come.")
    private boolean all;

    /** Adds them to the fields of a call. */
    void addTo(List<Map.Entry<String, String>> fields) {
        for (String role : roles) {
            String name = role.toUpperCase(Locale.ROOT);
            if (!List.of("USER", "OPERATOR", "AUDITOR").contains(name)) {
                throw Failure.usage("there is no role " + role, "Roles are user, operator and auditor.");
            }
            fields.add(Map.entry("role", name));
        }
        if (all) {
            fields.add(Map.entry("grant", "all"));
        }
        sources.forEach(source -> fields.add(Map.entry("grant", "source:" + source)));
        hosts.forEach(host -> fields.add(Map.entry("grant", "host:" + host)));
    }

    boolean none() {
        return !all && roles.isEmpty() && sources.isEmpty() && hosts.isEmpty();
    }

    boolean noRole() {
        return roles.isEmpty();
    }
}
