package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.DataContract;
import dev.slipway.request.DataContract.Column;
import dev.slipway.request.RunPath;
import dev.slipway.staging.Expectation;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the data of one file against a contract while they pass. Ends the step at the first breach that no further row
 * can mend. Collects a few wrong rows as samples first. For one thread.
 */
final class ContractCheck {
    private static final int SAMPLES = 5;
    private static final int LONGEST_VALUE = 60;

    private final RunPath file;
    private final DataContract contract;
    private final Instant now;
    private final Optional<Sha256> digest;
    private final RowBatches batches = new RowBatches(this::row);
    private final List<String> samples = new ArrayList<>();
    private final List<Watched> watched = new ArrayList<>();
    private List<String> header;
    private int fresh = -1;
    private Optional<Instant> newest = Optional.empty();
    private long rows;

    private record Watched(Column column, int index) {}

    ContractCheck(RunPath file, Expectation expectation) {
        this.file = file;
        this.contract = expectation.contract();
        this.now = expectation.now();
        this.digest = contract.sha256().map(wanted -> new Sha256());
    }

    void add(byte[] bytes, int offset, int length) throws IOException {
        digest.ifPresent(sum -> sum.add(bytes, offset, length));
        if (contract.readsRows()) {
            try {
                batches.add(bytes, offset, length);
            } catch (CsvFormatException e) {
                throw noRows(e);
            }
        }
    }

    /**
     * Ends the check when all data have passed.
     *
     * @param sourceTime when the data last changed; empty if the source does not say
     * @throws ProblemException CONTRACT_BROKEN
     */
    void end(Optional<Instant> sourceTime) throws IOException {
        if (contract.readsRows()) {
            try {
                batches.end();
            } catch (CsvFormatException e) {
                throw noRows(e);
            }
            if (header == null && !contract.columns().isEmpty()) {
                throw broken("it has no header line", "");
            }
            if (!samples.isEmpty()) {
                throw wrongRows();
            }
            if (rows < contract.leastRows().orElse(0L)) {
                throw broken(
                        "it has " + rows + " rows, and " + contract.leastRows().get() + " are the least", "");
            }
        }
        contract.freshness().ifPresent(wanted -> fresh(wanted, sourceTime));
        digest.map(Sha256::end)
                .filter(sum -> !sum.equals(contract.sha256().orElseThrow()))
                .ifPresent(sum -> {
                    throw broken(
                            "its SHA-256 is another one",
                            "it is " + sum + "\nnot " + contract.sha256().orElseThrow());
                });
    }

    private void row(CsvRow row, long line) {
        if (header == null) {
            begin(row);
            return;
        }
        rows++;
        if (rows > contract.mostRows().orElse(Long.MAX_VALUE)) {
            throw broken("it has more than " + contract.mostRows().get() + " rows", "");
        }
        if (row.values().size() != header.size()) {
            wrong(line, "it has " + row.values().size() + " columns, the header " + header.size());
            return;
        }
        for (Watched one : watched) {
            fault(one.column(), row.values().get(one.index())).ifPresent(fault -> wrong(line, fault));
        }
        if (fresh >= 0 && row.values().get(fresh) != null) {
            freshen(line, row.values().get(fresh));
        }
    }

    private void begin(CsvRow row) {
        header = row.values();
        for (Column column : contract.columns()) {
            watched.add(new Watched(column, index(column.name())));
        }
        contract.freshness().flatMap(DataContract.Freshness::column).ifPresent(column -> fresh = index(column));
    }

    private int index(String column) {
        int index = header.indexOf(column);
        if (index < 0) {
            throw broken(
                    "it has no column " + column,
                    "columns: "
                            + String.join(
                                    ", ", header.stream().map(String::valueOf).toList()));
        }
        return index;
    }

    private static Optional<String> fault(Column column, String value) {
        if (value == null) {
            return column.nullable() ? Optional.empty() : Optional.of(column.name() + " is NULL");
        }
        return CellTypes.fits(column.type(), value)
                ? Optional.empty()
                : Optional.of(column.name() + " is " + shown(value) + ", not of type "
                        + column.type().word());
    }

    private void freshen(long line, String value) {
        Optional<Instant> moment = CellTypes.moment(value);
        if (moment.isEmpty()) {
            wrong(line, header.get(fresh) + " is " + shown(value) + ", not a time");
        } else if (newest.isEmpty() || moment.get().isAfter(newest.get())) {
            newest = moment;
        }
    }

    private static String shown(String value) {
        return "\"" + (value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) + "..." : value) + "\"";
    }

    private void wrong(long line, String fault) {
        samples.add("line " + line + ": " + fault);
        if (samples.size() == SAMPLES) {
            throw wrongRows();
        }
    }

    private void fresh(DataContract.Freshness wanted, Optional<Instant> sourceTime) {
        Optional<Instant> time = wanted.column().isPresent() ? newest : sourceTime;
        String what = wanted.column().map(column -> "the newest " + column).orElse("its time at the source");
        if (time.isEmpty()) {
            throw broken(what + " is not known, so that its age is not either", "");
        }
        Duration age = Duration.between(time.get(), now);
        if (age.compareTo(wanted.within()) > 0) {
            throw broken(
                    what + " is " + time.get() + ", older than " + wanted.within(),
                    "the step began at " + now + ", so that it is " + age + " old");
        }
    }

    private ProblemException wrongRows() {
        return broken("rows of it are wrong", String.join("\n", samples));
    }

    private ProblemException noRows(CsvFormatException e) {
        return e instanceof LongRowException
                ? broken("its rows cannot be looked at: " + e.getMessage(), "")
                : broken("it is no CSV: " + e.getMessage(), "");
    }

    private ProblemException broken(String how, String detail) {
        return StepProblem.of(ProblemCode.CONTRACT_BROKEN, file + " breaks its contract: " + how, detail);
    }
}
