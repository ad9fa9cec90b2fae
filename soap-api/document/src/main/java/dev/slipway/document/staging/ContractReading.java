package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.DataContract;
import dev.slipway.request.DataContract.Column;
import dev.slipway.request.DataContract.Freshness;
import dev.slipway.request.DataContract.Type;
import dev.slipway.request.UploadFetch;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the contract of a data staging. */
final class ContractReading {
    private final Findings findings;
    private final ValueReader values;

    ContractReading(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
    }

    /**
     * Reads a {@code sw:Contract}.
     *
     * @param file whether the source is a file, which has a modification time
     */
    Optional<DataContract> read(DocumentElement contract, boolean file) {
        Optional<Long> least = rows(contract, "minRows");
        Optional<Long> most = rows(contract, "maxRows");
        if (least.orElse(0L) > most.orElse(Long.MAX_VALUE)) {
            findings.problem(contract, "minRows of sw:Contract is above maxRows", "Correct one of them.");
        }
        List<Column> columns = columns(contract);
        Optional<Freshness> freshness = contract.child(Names.sw("Freshness")).flatMap(one -> freshness(one, file));
        Optional<String> sha256 = contract.attribute("sha256").map(String::strip);
        if (sha256.isPresent() && !UploadFetch.isDigest(sha256.get())) {
            findings.problem(
                    contract,
                    "attribute sha256 of sw:Contract is no SHA-256 in 64 lower-case hex digits: \""
                            + Names.shown(sha256.get()) + "\"",
                    "Write the SHA-256 of the unpacked data.");
        }
        if (contract.children().isEmpty() && least.isEmpty() && most.isEmpty() && sha256.isEmpty()) {
            findings.problem(contract, "sw:Contract asks for nothing", "Say what the data must be like, or remove it.");
        }
        return findings.hasErrors()
                ? Optional.empty()
                : Optional.of(new DataContract(columns, least, most, freshness, sha256));
    }

    private Optional<Long> rows(DocumentElement contract, String attribute) {
        return contract.attribute(attribute)
                .flatMap(text -> values.whole(contract, "attribute " + attribute, text, 0))
                .map(Integer::longValue);
    }

    private List<Column> columns(DocumentElement contract) {
        List<Column> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (DocumentElement element : contract.children(Names.sw("ContractColumn"))) {
            Optional<String> name = values.required(element, "name");
            Optional<Type> type = type(element);
            boolean nullable = element.attribute("nullable").isEmpty() || values.truth(element, "nullable");
            name.filter(one -> !names.add(one))
                    .ifPresent(one -> findings.problem(
                            element, "two columns of sw:Contract are named " + Names.shown(one), "Keep one of them."));
            name.flatMap(one -> type.map(of -> new Column(one, of, nullable))).ifPresent(columns::add);
        }
        return columns;
    }

    private Optional<Type> type(DocumentElement column) {
        String word = column.attribute("type").orElse(Type.TEXT.word()).strip();
        Optional<Type> type = Arrays.stream(Type.values())
                .filter(one -> one.word().equals(word))
                .findFirst();
        if (type.isEmpty()) {
            findings.problem(
                    column,
                    "no such type: \"" + Names.shown(word) + "\"",
                    "Write one of "
                            + Arrays.stream(Type.values()).map(Type::word).collect(Collectors.joining(", ")) + ".");
        }
        return type;
    }

    private Optional<Freshness> freshness(DocumentElement element, boolean file) {
        Optional<String> column = element.attribute("column").map(String::strip);
        if (column.filter(String::isEmpty).isPresent() || column.isEmpty() && !file) {
            findings.problem(
                    element,
                    "sw:Freshness names no column" + (file ? "" : ", and the source is no file with a time of its own"),
                    "Write column, the name of one that holds times.");
            return Optional.empty();
        }
        return values.required(element, "within")
                .flatMap(text -> duration(element, text))
                .map(within -> new Freshness(column, within));
    }

    private Optional<Duration> duration(DocumentElement element, String text) {
        try {
            Duration within = Duration.parse(text);
            if (!within.isNegative() && !within.isZero()) {
                return Optional.of(within);
            }
        } catch (DateTimeParseException e) {
            // Reported below, together with durations that are not positive.
        }
        findings.problem(
                element,
                "attribute within of sw:Freshness is no duration in days or less: \"" + Names.shown(text) + "\"",
                "Write one such as PT36H, P1D or PT15M.");
        return Optional.empty();
    }
}
