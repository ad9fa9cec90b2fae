package dev.slipway.web.jobs;

import dev.slipway.desk.HistoryEntry;
import dev.slipway.job.JobToken;
import dev.slipway.web.Readable;
import java.time.Duration;
import java.util.List;

/** Describes a job's journal for the page, oldest event first. */
public record HistoryView(String token, String name, List<Row> events) {

    /**
     * Describes one event.
     *
     * @param after time since the first event
     */
    public record Row(long sequence, Readable.Moment at, String after, String event, String text) {}

    static HistoryView of(JobToken token, String name, List<HistoryEntry> entries) {
        return new HistoryView(
                token.value(),
                name,
                entries.stream()
                        .map(entry -> new Row(
                                entry.sequence(),
                                Readable.moment(entry.at()),
                                Readable.duration(
                                        Duration.between(entries.get(0).at(), entry.at())),
                                entry.event(),
                                entry.text()))
                        .toList());
    }
}
