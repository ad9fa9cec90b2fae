package dev.slipway.request;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The requirements on the data of a stage-in step. A step with data that break them fails for good, before any node is
 * used.
 *
 * @param columns the columns that the header must contain, in any order and among others, each with the rule for its
 *     values
 * @param leastRows the least number of rows, without the header
 * @param mostRows the greatest number of rows, without the header
 * @param freshness how new the data must be
 * @param sha256 the digest of the uncompressed data; 64 lower-case hex digits
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

    /** Returns whether the data must be CSV, because a rule concerns their rows. */
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

    /** The type of the values that are not NULL. */
    public enum Type {
        TEXT,
        /** Digits, with an optional sign. */
        INTEGER,
        /** Digits, with an optional sign and an optional point. */
        DECIMAL,
        /** A decimal with an optional exponent, NaN, or an infinity. */
        FLOAT,
        /** t, f, true or false. */
        BOOLEAN,
        /** ISO 8601. */
        DATE,
        /** ISO 8601, also with a blank in place of the T; with an offset, or in UTC. */
        TIMESTAMP;

        /** Returns the type as documents write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The greatest age of the data when the step begins.
     *
     * @param column the column with the newest value, a timestamp or the begin of a day; if empty, the time of the file
     *     at its source counts
     * @param within the greatest age
     */
    public record Freshness(Optional<String> column, Duration within) {
        public Freshness {
            column.ifPresent(name -> Require.text(name, "column"));
            Require.that(!within.isNegative() && !within.isZero(), "the greatest age must be positive");
        }
    }
}
