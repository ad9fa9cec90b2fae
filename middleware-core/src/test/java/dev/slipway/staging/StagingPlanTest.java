package dev.slipway.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.StagingStep;
import dev.slipway.testbed.JobRequests;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StagingPlanTest {

    @Test
    void orders_groups_by_value_and_minds_no_gap() {
        StagingPlan plan = StagingPlan.of(List.of(
                JobRequests.extract("late", 70),
                JobRequests.extract("first", -3),
                JobRequests.extract("middle", 5),
                JobRequests.fetch("with-first", -3)));

        assertThat(plan.groups()).extracting(OrderGroup::number).containsExactly(-3, 5, 70);
        assertThat(plan.groups().get(0).steps()).extracting(StagingStep::name).containsExactly("first", "with-first");
    }

    @Test
    void holds_a_group_back_until_the_one_before_is_over() {
        StagingPlan plan = StagingPlan.of(
                List.of(JobRequests.extract("a", 1), JobRequests.extract("b", 1), JobRequests.extract("c", 2)));
        Set<String> over = new HashSet<>();

        assertThat(names(plan, over)).containsExactly("a", "b");
        over.add("b");
        assertThat(names(plan, over)).containsExactly("a");
        over.add("a");
        assertThat(names(plan, over)).containsExactly("c");
        over.add("c");
        assertThat(names(plan, over)).isEmpty();
    }

    private static List<String> names(StagingPlan plan, Set<String> over) {
        return plan.due(step -> over.contains(step.name())).stream()
                .map(StagingStep::name)
                .toList();
    }
}
