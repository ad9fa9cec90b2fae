package dev.slipway.server.settings;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The keys with different values in two settings.
 *
 * @param live the keys that a running service takes
 * @param restart the keys that need a restart
 */
public record SettingsChanges(List<String> live, List<String> restart) {
    /** The table of the keys that a running service takes; all other keys need a restart. */
    private static final Pattern LIVE = Pattern.compile(String.join(
            "|",
            "sources\\..+",
            "hosts\\..+",
            "sites\\..+",
            "folders\\..+",
            "partitions",
            "partitions\\..+\\.(slots|wall-time|environment|slot-memory|users-programs)",
            "clusters\\..+\\.accounts",
            "application-folders",
            "queue\\.policy",
            "limits\\.(jobs-staging-in|jobs-per-user|jobs-per-sweep|waiting-jobs-per-user|document-bytes-per-user)",
            "callbacks\\.(hosts|give-up)"));

    /** Returns whether a running service takes the key. */
    static boolean isLive(String key) {
        return LIVE.matcher(key).matches();
    }

    /** Compares two settings. */
    public static SettingsChanges between(ServerSettings before, ServerSettings after) {
        Map<String, Object> old = values(before);
        Map<String, Object> now = values(after);
        TreeSet<String> keys = new TreeSet<>(old.keySet());
        keys.addAll(now.keySet());
        keys.removeIf(key -> Objects.equals(old.get(key), now.get(key)));
        return new SettingsChanges(
                keys.stream().filter(SettingsChanges::isLive).toList(),
                keys.stream().filter(key -> !isLive(key)).toList());
    }

    /** @throws ProblemException SETTINGS_REFUSED if a changed key needs a restart */
    public void requireLive() {
        if (!restart.isEmpty()) {
            throw new ProblemException(new Problem(
                    ProblemCode.SETTINGS_REFUSED,
                    "needs a restart: " + String.join(", ", restart),
                    live.isEmpty() ? "" : "not taken either: " + String.join(", ", live)));
        }
    }

    private static Map<String, Object> values(ServerSettings settings) {
        Map<String, Object> values = new TreeMap<>();
        add("", settings, values);
        // The first partition is the default, so the order counts.
        values.put("partitions", settings.partitions().keySet().iterator().next());
        return values;
    }

    /** Adds the values of all keys below a key. An empty value counts as a missing value. */
    private static void add(String key, Object value, Map<String, Object> values) {
        if (value instanceof Record section) {
            // Without a list of hosts, the other keys about hosts have no effect.
            if (!(section instanceof HostsSection hosts) || !hosts.list().isEmpty()) {
                addAll(key, section, values);
            }
        } else if (value instanceof Map<?, ?> named) {
            named.forEach((name, one) -> add(key + "." + name, one, values));
        } else if (!isEmpty(value)) {
            values.put(key, value);
        }
    }

    private static void addAll(String key, Record section, Map<String, Object> values) {
        for (RecordComponent component : section.getClass().getRecordComponents()) {
            String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            try {
                add(
                        key.isEmpty() ? name : key + "." + name,
                        component.getAccessor().invoke(section),
                        values);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the key " + name + " cannot be read", e);
            }
        }
    }

    private static boolean isEmpty(Object value) {
        return value == null
                || value instanceof String text && text.isEmpty()
                || value instanceof Path path && path.toString().isEmpty()
                || value instanceof List<?> list && list.isEmpty();
    }
}
