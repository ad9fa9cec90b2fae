package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.Explanation;
import dev.slipway.desk.GroupStatus;
import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobToken;
import dev.slipway.web.Readable;
import java.time.Clock;
import org.springframework.stereotype.Component;

/** Puts a group's page together from what the desk answers. */
@Component
class GroupPages {
    private static final int PAGE_SIZE = 25;

    private final JobDesk desk;
    private final Clock clock;

    GroupPages(JobDesk desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
    }

    GroupView of(Caller caller, GroupStatus group, int wanted) {
        Explanation explanation = desk.explain(caller, group.token());
        boolean closed = group.state() == GroupStatus.State.CLOSED;
        return new GroupView(
                group.token().value(),
                group.name(),
                group.owner(),
                group.outcome().orElse(group.state().name()),
                explanation.headline(),
                Readable.moment(group.accepted()),
                group.parent().map(JobToken::value).orElse(""),
                explanation.remedy(),
                !closed,
                actions(caller, group, closed),
                group.failures().stream()
                        .map(failure -> new GroupView.Failure(
                                failure.token().value(),
                                failure.element(),
                                failure.problem().message()))
                        .toList(),
                list(caller, group, wanted));
    }

    private static JobView.Actions actions(Caller caller, GroupStatus group, boolean closed) {
        boolean change = caller.mayChange(group.owner());
        return new JobView.Actions(
                change && !closed && group.held() == 0,
                change && !closed && group.held() > 0,
                change && !closed,
                change && closed && caller.maySubmit());
    }

    private JobListView list(Caller caller, GroupStatus group, int wanted) {
        int pages = (group.size() + PAGE_SIZE - 1) / PAGE_SIZE;
        int page = Math.min(Math.max(wanted, 1), pages);
        return JobListView.of(
                desk.members(caller, group.token(), (page - 1) * PAGE_SIZE, PAGE_SIZE),
                page,
                pages,
                group.size(),
                clock.instant());
    }
}
