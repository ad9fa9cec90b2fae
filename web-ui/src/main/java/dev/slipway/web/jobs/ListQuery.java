package dev.slipway.web.jobs;

import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobTally;
import dev.slipway.job.JobToken;
import dev.slipway.job.TextSearch;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says which jobs a list is to show and in which order, as the user typed it. An empty field excludes no job.
 *
 * @param text a part of a name, program or template, or the beginning of a token
 * @param status {@link #OPEN}, a state or an outcome
 * @param from the first day
 * @param until the last day
 * @param group a token
 * @param sort a word of {@link ListSort}; empty for the usual order
 */
public record ListQuery(
        String text, String status, String owner, String from, String until, String group, String sort) {
    /** Stands for every state but the last. */
    static final String OPEN = "OPEN";

    private static final List<String> OUTCOMES = List.of(JobOutcome.DONE, JobOutcome.FAILED, JobOutcome.CANCELLED);
    private static final List<JobState> UNDECIDED = Arrays.stream(JobState.values())
            .filter(state -> state != JobState.CLOSED)
            .toList();

    /** The values that {@link #status} can have. */
    static final List<String> STATUSES = Stream.of(
                    Stream.of(OPEN), UNDECIDED.stream().map(JobState::name), OUTCOMES.stream())
            .flatMap(words -> words)
            .toList();

    public ListQuery {
        text = typed(text);
        status = typed(status);
        owner = typed(owner);
        from = typed(from);
        until = typed(until);
        group = typed(group);
        sort = typed(sort).equals(ListSort.word(JobOrder.NEWEST_FIRST)) ? "" : typed(sort);
    }

    private static String typed(String text) {
        return text == null ? "" : text.strip();
    }

    /** Returns the names of the fields that cannot be understood. */
    public Set<String> wrong() {
        Set<String> wrong = new TreeSet<>();
        if (!status.isEmpty() && !STATUSES.contains(status)) {
            wrong.add("status");
        }
        if (!from.isEmpty() && day(from).isEmpty()) {
            wrong.add("from");
        }
        if (!until.isEmpty() && day(until).isEmpty()) {
            wrong.add("until");
        }
        if (!group.isEmpty() && JobToken.parse(group).isEmpty()) {
            wrong.add("group");
        }
        if (ListSort.order(sort).isEmpty()) {
            wrong.add("sort");
        }
        return wrong;
    }

    /** Returns whether the query excludes no job, whatever its order. */
    public boolean isEmpty() {
        return sorted("").query().isEmpty();
    }

    /** Returns whether one of the rarely used fields is filled. */
    public boolean isNarrow() {
        return !(owner + from + until + group).isEmpty();
    }

    /** Returns this query with another status. */
    ListQuery with(String other) {
        return new ListQuery(text, other, owner, from, until, group, sort);
    }

    /** Returns this query with another order. */
    ListQuery sorted(String other) {
        return new ListQuery(text, status, owner, from, until, group, other);
    }

    /** Returns the order, which is the usual one if {@link #sort} cannot be understood. */
    JobOrder order() {
        return ListSort.order(sort).orElse(JobOrder.NEWEST_FIRST);
    }

    /** Returns whether the status of this query matches the jobs of a tally, ignoring the other fields. */
    boolean means(JobTally jobs) {
        return status.isEmpty()
                || (status.equals(OPEN) && jobs.state() != JobState.CLOSED)
                || jobs.state().name().equals(status)
                || jobs.outcome().filter(status::equals).isPresent();
    }

    /** Returns the filter of this query, with days that begin and end in {@code zone}. */
    JobFilter filter(ZoneId zone) {
        return new JobFilter(
                some(owner),
                status.equals(OPEN)
                        ? UNDECIDED
                        : UNDECIDED.stream()
                                .filter(state -> state.name().equals(status))
                                .toList(),
                OUTCOMES.stream().filter(status::equals).toList(),
                some(text).map(TextSearch::anywhere),
                day(from).map(day -> start(day, zone)),
                day(until).map(day -> start(day.plusDays(1), zone)),
                JobToken.parse(group),
                Optional.empty());
    }

    private static Instant start(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }

    private static Optional<String> some(String field) {
        return Optional.of(field).filter(typed -> !typed.isEmpty());
    }

    private static Optional<LocalDate> day(String text) {
        try {
            // The store takes years of at most four digits.
            return Optional.of(LocalDate.parse(text)).filter(day -> day.getYear() > 0 && day.getYear() < 10_000);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Returns the query as part of an address, to which more can be appended; empty if the query includes all jobs. */
    String query() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("text", text);
        fields.put("status", status);
        fields.put("owner", owner);
        fields.put("from", from);
        fields.put("until", until);
        fields.put("group", group);
        fields.put("sort", sort);
        return fields.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8) + "&")
                .collect(Collectors.joining());
    }
}
