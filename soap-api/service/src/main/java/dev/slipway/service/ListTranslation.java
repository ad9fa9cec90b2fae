package dev.slipway.service;

import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.JobFilter;
import dev.slipway.service.wire.List;
import dev.slipway.service.wire.OutcomeWord;
import java.util.Optional;

/** Which jobs a list call means. */
final class ListTranslation {
    private ListTranslation() {}

    static JobFilter filter(List call) {
        return new JobFilter(
                Optional.ofNullable(call.getOwner()),
                call.getState().stream()
                        .map(state -> JobState.valueOf(state.name()))
                        .toList(),
                call.getOutcome().stream().map(OutcomeWord::name).toList(),
                Optional.ofNullable(call.getName()),
                Optional.ofNullable(call.getAcceptedFrom()),
                Optional.ofNullable(call.getAcceptedUntil()),
                Optional.ofNullable(call.getGroup())
                        .map(group -> JobToken.parse(group).orElseThrow(JobDesk::unknown)));
    }
}
