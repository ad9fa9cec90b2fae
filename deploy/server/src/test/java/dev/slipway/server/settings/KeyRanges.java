package dev.slipway.server.settings;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.springframework.util.unit.DataSize;

/** Finds the values that {@link SettingsCheck} allows for a key, by asking the check. */
final class KeyRanges {
    private static final List<String> SIZES = List.of("TB", "GB", "MB", "KB", "B");
    private static final List<String> TIMES = List.of("d", "h", "m", "s");
    private static final List<Long> MILLIS = List.of(86_400_000L, 3_600_000L, 60_000L, 1_000L);
    /** Entries of lists, with values that are checked together. */
    private static final Map<String, String> ENTRIES = Map.of(
            "slipway.sources.name.logins[0].name", "ann",
            "slipway.partitions.name.hosts.list[0].address", "node1",
            "slipway.partitions.name.hosts.list[0].slots", "1",
            "slipway.clusters.name.accounts[0].name", "ann",
            "slipway.clusters.name.accounts[0].user", "ann");

    private final GivenSettings given;
    private final Map<String, Optional<String>> asked = new HashMap<>();

    /** @param folder takes the programs of the settings, also those at the places where the service seeks them */
    KeyRanges(Path folder) throws IOException {
        given = new GivenSettings(folder);
        Path kernels = folder.resolve("home/kernels");
        Files.createDirectories(kernels.resolve("bin"));
        Files.createDirectories(kernels.resolve("libexec"));
        Files.setPosixFilePermissions(
                Files.createFile(kernels.resolve("libexec/slipway-guard")),
                PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Returns the range of a key in words. */
    String of(SettingsKeys.Key key) {
        Class<?> type = key.component().getType();
        if (type == boolean.class) {
            return "true or false";
        }
        if (type == int.class || type == Integer.class) {
            return range(key, Integer.MAX_VALUE, Long::toString, "");
        }
        if (type == Duration.class) {
            return range(key, 1L << 40, KeyRanges::time, "ms");
        }
        if (type == DataSize.class) {
            return range(key, 1L << 60, KeyRanges::size, "B");
        }
        return remedy(key, bad(key)).or(() -> remedy(key, "")).orElse("any");
    }

    /** Returns whether the check asks for a value where the default is empty. */
    boolean required(SettingsKeys.Key key) {
        return remedy(key, "").isPresent();
    }

    private interface Words {
        String of(long value);
    }

    private String range(SettingsKeys.Key key, long most, Words words, String unit) {
        LongPredicate allowed = value -> remedy(key, value + unit).isEmpty();
        long inside = unit.equals("ms") ? 1_000 : 1;
        while (!allowed.test(inside)) {
            inside *= 2;
        }
        if (allowed.test(-1)) {
            return "any";
        }
        long least = edge(allowed, -1, inside);
        long last = allowed.test(most) ? most : lastFrom(allowed, inside);
        boolean off = least > 1 && allowed.test(0);
        boolean above = unit.equals("ms") && least % 1_000 == 1;
        String from = (off ? "0, or " : "")
                + (above ? "more than " : last == most ? "at least " : "")
                + words.of(above ? least - 1 : least);
        return last == most ? from : from + " to " + words.of(last);
    }

    /** Returns the last value that the predicate accepts, by doubling a value that it accepts. */
    private static long lastFrom(LongPredicate accepts, long inside) {
        long high = inside;
        while (accepts.test(2 * high)) {
            high *= 2;
        }
        return edge(value -> !accepts.test(value), high, 2 * high) - 1;
    }

    /** Returns the least value above {@code without} that the predicate accepts; it accepts {@code with}. */
    private static long edge(LongPredicate accepts, long without, long with) {
        long low = without;
        long high = accepts.test(with - 1) ? with - 1 : with;
        if (high == with) {
            return with; // most ranges begin there, and each question binds all settings
        }
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (accepts.test(middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private Optional<String> remedy(SettingsKeys.Key key, String value) {
        return asked.computeIfAbsent(key.path() + "=" + value, ignored -> ask(key, value));
    }

    private Optional<String> ask(SettingsKeys.Key key, String value) {
        String path = "slipway." + key.path().replace("NAME", "name");
        String list = path.replaceFirst("\\[0].*", "");
        Map<String, String> changed = new HashMap<>();
        ENTRIES.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(list + "[")
                        || path.startsWith(entry.getKey().replaceFirst("list\\[0].*", "")))
                .forEach(entry -> changed.put(entry.getKey(), entry.getValue()));
        changed.put(path, value);
        return given.findings(changed).stream()
                .filter(finding -> finding.key().equals(path) || finding.key().equals(list))
                .map(finding -> finding.remedy().replace(".name.", ".NAME.").replace(": .", "."))
                .findFirst();
    }

    private static String bad(SettingsKeys.Key key) {
        boolean path = key.component().getType() == Path.class
                || key.component().getGenericType() instanceof ParameterizedType of
                        && List.of(of.getActualTypeArguments()).contains(Path.class);
        return path ? "relative" : "[?";
    }

    private static String time(long millis) {
        for (int i = 0; i < TIMES.size(); i++) {
            if (millis > 0 && millis % MILLIS.get(i) == 0) {
                return millis / MILLIS.get(i) + TIMES.get(i);
            }
        }
        return millis == 0 ? "0" : millis + "ms";
    }

    private static String size(long bytes) {
        for (int i = 0; i < SIZES.size(); i++) {
            long unit = 1L << 10 * (SIZES.size() - 1 - i);
            if (bytes > 0 && bytes % unit == 0) {
                return bytes / unit + SIZES.get(i);
            }
        }
        return bytes + "B";
    }
}
