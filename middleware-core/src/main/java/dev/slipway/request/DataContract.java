package dev.slipway.request;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the data of a stage-in step must be like. A step whose data are not fails for good, before any node is used.
 *
 * @param columns that must stand in the header, in any order and among others; each with what its values must be
 * @param leastRows the header not counted
 * @param mostRows likewise
 * @param freshness how new the data must be
 * @param sha256 of the data, unpacked; 64 lower-case hex digits
 */
public record DataContract(
        List<Column> columns,
        Optional<Long> leastRows,
        Optional<Long> mostRows,
        Optional<Freshness> freshness,
        Optional<String> sha256) {

    public DataContract {
        columns = List.copyOf(columns);
        Require.distinct(columns.stream().map(Column::name).toList(), "column of a contract");
        Require.that(leastRows.orElse(0L) >= 0, "the least number of rows is negative");
        Require.that(leastRows.orElse(0L) <= mostRows.orElse(Long.MAX_VALUE), "the least rows are above the most");
        Require.that(sha256.map(UploadFetch::isDigest).orElse(true), "not a SHA-256 in 64 lower-case hex digits");
    }

    /** Whether the data must be CSV, for their rows are looked at. */
    public boolean readsRows() {
        return !columns.isEmpty()
                || leastRows.isPresent()
                || mostRows.isPresent()
                || freshness.flatMap(Freshness::column).isPresent();
    }

    /**
     * A column.
     *
     * @param nullable whether a value may be NULL
     */
    public record Column(String name, Type type, boolean nullable) {
        public Column {
            Require.text(name, "column");
        }
    }

    /** What a value that is not NULL must read as. */
    public enum Type {
        TEXT,
        /** Digits, with a sign before them or none. */
        INTEGER,
        /** Digits, with or without a sign, and with a point or none. */
        DECIMAL,
        /** A decimal, with an exponent or none, NaN, or an infinity. */
        FLOAT,
        /** t, f, true or false. */
        BOOLEAN,
        /** ISO 8601. */
        DATE,
        /** ISO 8601, a blank in place of the T too, with an offset or in UTC. */
        TIMESTAMP;

        /** As documents write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * How new the data must be when the step begins.
     *
     * @param column whose newest value counts, a timestamp or the begin of a day; empty: the time of the file at its source
     * @param within the greatest age
     */
    public record Freshness(Optional<String> column, Duration within) {
        public Freshness {
            column.ifPresent(name -> Require.text(name, "column"));
            Require.that(!within.isNegative() && !within.isZero(), "the greatest age must be positive");
        }
    }
}
