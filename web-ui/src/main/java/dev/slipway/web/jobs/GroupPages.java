package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobSummary;
import dev.slipway.desk.status.Explanation;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.web.Readable;
import dev.slipway.web.charts.Gantt;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Puts a group's page together from the desk's answers. */
@Component
class GroupPages {
    private final JobDesk desk;
    private final Clock clock;

    GroupPages(JobDesk desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
    }

    GroupView of(Caller caller, GroupStatus group, int wanted) {
        Explanation explanation = desk.explain(caller, group.token());
        boolean closed = group.state() == GroupStatus.State.CLOSED;
        int page = JobListView.page(wanted, group.size());
        List<JobSummary> members = members(caller, group, page);
        Instant now = clock.instant();
        return new GroupView(
                new GroupView.Identity(
                        group.token().value(),
                        group.name(),
                        group.owner(),
                        Readable.moment(group.accepted()),
                        group.parent().map(JobToken::value).orElse("")),
                new GroupView.Standing(
                        group.outcome().orElse(group.state().name()),
                        explanation.headline(),
                        explanation.remedy().pages(),
                        !closed,
                        actions(caller, group, closed)),
                group.failures().stream()
                        .map(failure -> new GroupView.Failure(
                                failure.token().value(),
                                failure.element(),
                                failure.problem().message()))
                        .toList(),
                JobListView.of(members, "", page, group.size(), now),
                elements(caller, members, now));
    }

    private static JobView.Actions actions(Caller caller, GroupStatus group, boolean closed) {
        boolean change = caller.mayChange(group.owner());
        return new JobView.Actions(
                change && !closed && group.held() == 0,
                change && !closed && group.held() > 0,
                change && !closed,
                change && closed && caller.maySubmit(),
                false);
    }

    private Map<String, GroupView.Element> elements(Caller caller, List<JobSummary> members, Instant now) {
        List<JobToken> tokens = members.stream().map(JobSummary::token).toList();
        List<List<RequestDifferences.Text>> values = RequestDifferences.apart(
                tokens.stream().map(token -> desk.request(caller, token)).toList());
        Map<String, GroupView.Element> elements = new LinkedHashMap<>();
        for (int i = 0; i < tokens.size(); i++) {
            elements.put(tokens.get(i).value(), element(caller, tokens.get(i), values.get(i), now));
        }
        return elements;
    }

    private GroupView.Element element(
            Caller caller, JobToken token, List<RequestDifferences.Text> values, Instant now) {
        JobStatus job = desk.status(caller, token);
        boolean kept = job.state() == JobState.CLOSED && !job.resultsExpired();
        return new GroupView.Element(
                values,
                Gantt.of(job.phases(), now).total(),
                kept
                        ? desk.results(caller, token).stream()
                                .map(result -> JobParts.result(result, null))
                                .toList()
                        : List.of());
    }

    private List<JobSummary> members(Caller caller, GroupStatus group, int page) {
        return desk.members(caller, group.token(), (page - 1) * JobListView.SIZE, JobListView.SIZE);
    }

    /** Returns a value that changes whenever the page of the group would show something else. */
    Object shown(Caller caller, GroupStatus group, int wanted) {
        return List.of(group, members(caller, group, JobListView.page(wanted, group.size())));
    }
}
