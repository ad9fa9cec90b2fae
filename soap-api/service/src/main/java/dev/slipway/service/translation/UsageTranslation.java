package dev.slipway.service.translation;

import dev.slipway.service.wire.UsageResponse;
import dev.slipway.service.wire.UsageSum;
import dev.slipway.usage.Usage;
import dev.slipway.usage.UsageColumn;
import dev.slipway.usage.UsageQuery;
import java.util.Optional;

/** Translates a question for usage, and its answer, between desk and WSDL. */
public final class UsageTranslation {
    private UsageTranslation() {}

    public static UsageQuery query(dev.slipway.service.wire.Usage call) {
        return new UsageQuery(
                Optional.ofNullable(call.getUser()),
                Optional.ofNullable(call.getClosedFrom()),
                Optional.ofNullable(call.getClosedUntil()),
                call.getBy().stream()
                        .map(column -> UsageColumn.valueOf(column.name()))
                        .toList());
    }

    public static UsageResponse answer(Usage usage) {
        UsageResponse wire = new UsageResponse();
        usage.rows().forEach(row -> wire.getSum().add(sum(usage, row)));
        return wire;
    }

    private static UsageSum sum(Usage usage, Usage.Row row) {
        UsageSum wire = new UsageSum();
        for (int i = 0; i < usage.by().size(); i++) {
            String value = row.values().get(i);
            switch (usage.by().get(i)) {
                case USER -> wire.setUser(value);
                case PROJECT -> wire.setProject(value);
                case PROGRAM -> wire.setProgram(value);
                case MONTH -> wire.setMonth(value);
            }
        }
        wire.setRuns(row.runs());
        wire.setProcessorHours(row.processorHours().doubleValue());
        wire.setStagedBytes(row.stagedBytes());
        return wire;
    }
}
