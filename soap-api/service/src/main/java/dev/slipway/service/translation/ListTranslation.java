package dev.slipway.service.translation;

import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobSummary;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.job.TextSearch;
import dev.slipway.service.wire.List;
import dev.slipway.service.wire.OutcomeWord;
import java.util.Optional;
import java.util.function.IntFunction;

/** Translates the filter of a list call, and the jobs of the answer, between desk and WSDL. */
public final class ListTranslation {
    private ListTranslation() {}

    public static JobFilter filter(List call) {
        return new JobFilter(
                Optional.ofNullable(call.getOwner()),
                call.getState().stream()
                        .map(state -> JobState.valueOf(state.name()))
                        .toList(),
                call.getOutcome().stream().map(OutcomeWord::name).toList(),
                Optional.ofNullable(call.getName()).map(TextSearch::inName),
                Optional.ofNullable(call.getAcceptedFrom()),
                Optional.ofNullable(call.getAcceptedUntil()),
                Optional.ofNullable(call.getGroup())
                        .map(group -> JobToken.parse(group).orElseThrow(JobDesk::unknown)),
                Optional.ofNullable(call.getToken()));
    }

    /** @param swept the values that the sweep gives to its n-th job */
    public static dev.slipway.service.wire.JobSummary job(JobSummary job, IntFunction<java.util.List<String>> swept) {
        dev.slipway.service.wire.JobSummary wire = StatusTranslation.summary(job);
        job.membership().ifPresent(one -> wire.getSwept().addAll(swept.apply(one.element())));
        return wire;
    }
}
