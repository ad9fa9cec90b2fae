package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options by which a verb names rights of a user. */
final class RightsOptions {
    @Option(names = "--role", paramLabel = "ROLE", description = "user, operator or auditor; may be repeated.")
    private List<String> roles = new ArrayList<>();

    @Option(
            names = "--source",
            paramLabel = "NAME",
            description = "A database that the user's jobs may read; may be repeated.")
    private List<String> sources = new ArrayList<>();

    @Option(
            names = "--store",
            paramLabel = "NAME",
            description = "A database in which the user's jobs may store rows; may be repeated.")
    private List<String> stores = new ArrayList<>();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "A host that the user's jobs may name; may be repeated.")
    private List<String> hosts = new ArrayList<>();

    @Option(
            names = "--site",
            paramLabel = "NAME",
            description = "A web address that the user's jobs may name; may be repeated.")
    private List<String> sites = new ArrayList<>();

    @Option(
            names = "--folder",
            paramLabel = "NAME",
            description = "A folder of the service's machine that the user's jobs may name; may be repeated.")
    private List<String> folders = new ArrayList<>();

    @Option(
            names = "--all",
            description = "All present and future sources, for reading and storing, hosts, sites and folders.")
    private boolean all;

    /** Adds the rights to the fields of a call. */
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
        stores.forEach(source -> fields.add(Map.entry("grant", "store:" + source)));
        hosts.forEach(host -> fields.add(Map.entry("grant", "host:" + host)));
        sites.forEach(site -> fields.add(Map.entry("grant", "site:" + site)));
        folders.forEach(folder -> fields.add(Map.entry("grant", "folder:" + folder)));
    }

    boolean none() {
        return !all && Stream.of(roles, sources, stores, hosts, sites, folders).allMatch(List::isEmpty);
    }

    boolean noRole() {
        return roles.isEmpty();
    }
}
