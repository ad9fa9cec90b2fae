package dev.slipway.document.writer;

import dev.slipway.document.extension.Contract;
import dev.slipway.document.extension.ContractColumnType;
import dev.slipway.document.extension.FreshnessType;
import dev.slipway.document.extension.ValueType;
import dev.slipway.request.DataContract;

/** Converts a contract to the types that the schemas generate. */
final class ContractElement {
    private ContractElement() {}

    static Contract of(DataContract contract) {
        Contract element = new Contract();
        contract.leastRows().map(Long::intValue).ifPresent(element::setMinRows);
        contract.mostRows().map(Long::intValue).ifPresent(element::setMaxRows);
        contract.sha256().ifPresent(element::setSha256);
        for (DataContract.Column column : contract.columns()) {
            ContractColumnType type = new ContractColumnType();
            type.setName(column.name());
            type.setType(ValueType.fromValue(column.type().word()));
            type.setNullable(column.nullable() ? null : false);
            element.getContractColumn().add(type);
        }
        contract.freshness().ifPresent(wanted -> {
            FreshnessType type = new FreshnessType();
            wanted.column().ifPresent(type::setColumn);
            type.setWithin(wanted.within().toString());
            element.setFreshness(type);
        });
        return element;
    }
}
