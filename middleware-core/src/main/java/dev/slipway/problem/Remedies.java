package dev.slipway.problem;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the remedy of each problem in the tables of all areas. */
final class Remedies {
    private static final Map<ProblemCode, Remedy> ALL = all();

    private Remedies() {}

    private static Map<ProblemCode, Remedy> all() {
        Map<ProblemCode, Remedy> all = new EnumMap<>(ProblemCode.class);
        Stream.of(DocumentRemedies.ALL, CallerRemedies.ALL, StagingRemedies.ALL, RunRemedies.ALL, ServiceRemedies.ALL)
                .flatMap(area -> area.entrySet().stream())
                .forEach(row -> put(all, row.getKey(), row.getValue()));
        Set<ProblemCode> missing = EnumSet.allOf(ProblemCode.class);
        missing.removeAll(all.keySet());
        if (!missing.isEmpty()) {
            throw new IllegalStateException("no remedy is written for " + missing);
        }
        return all;
    }

    private static void put(Map<ProblemCode, Remedy> all, ProblemCode code, Remedy remedy) {
        if (all.put(code, remedy) != null) {
            throw new IllegalStateException("two remedies are written for " + code);
        }
    }

    /** Returns the remedy of the problem. */
    static Remedy of(ProblemCode code) {
        return ALL.get(code);
    }
}
