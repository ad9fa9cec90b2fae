package dev.slipway.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.JobLifecycle.Row;
import dev.slipway.job.JobLifecycle.When;
import dev.slipway.run.ClusterRun;
import dev.slipway.run.ClusterStage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JobLifecycleTest {

    @Test
    void names_each_start_and_event_once() {
        Set<List<Object>> seen = new HashSet<>();

        JobLifecycle.table().forEach(row -> assertThat(seen.add(List.of(row.from(), row.event())))
                .as(row.toString())
                .isTrue());
    }

    @Test
    void has_one_birth_and_no_way_out_of_closed() {
        assertThat(JobLifecycle.table().stream().filter(row -> row.from().isEmpty()))
                .hasSize(1);
        assertThat(JobLifecycle.table())
                .noneMatch(row -> row.from().equals(Optional.of(JobState.CLOSED)) && row.to() != JobState.CLOSED);
    }

    @Test
    void uses_every_event_and_leads_from_everywhere_to_closed() {
        assertThat(JobLifecycle.table()).extracting(Row::event).contains(JobEvent.Kind.values());
        Set<JobState> closing = new HashSet<>(Set.of(JobState.CLOSED));
        for (int i = 0; i < JobState.values().length; i++) {
            JobLifecycle.table().stream()
                    .filter(row -> closing.contains(row.to()))
                    .flatMap(row -> row.from().stream())
                    .forEach(closing::add);
        }

        assertThat(closing).containsExactlyInAnyOrder(JobState.values());
    }

    static List<Row> rows() {
        return JobLifecycle.table();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void visits_every_row(Row row) {
        if (row.from().isEmpty()) {
            assertThat(LifecycleJob.born().job().state()).isEqualTo(row.to());
            return;
        }
        LifecycleJob life = LifecycleJob.in(row.from().get());
        if (row.event() == JobEvent.Kind.UNBLOCKED) {
            life.apply(life.example(JobEvent.Kind.BLOCKED));
        }
        if (row.event() == JobEvent.Kind.SNAPSHOT_LOST) {
            life.apply(life.example(JobEvent.Kind.SNAPSHOT_TAKEN));
        }
        if (row.event() == JobEvent.Kind.CLUSTER_STAGE) {
            life.apply(life.example(JobEvent.Kind.CLUSTER_ACCEPTED));
        }
        if (row.event() == JobEvent.Kind.RELEASED) {
            life.apply(life.example(JobEvent.Kind.HELD));
        }

        life.apply(life.example(row.event()));

        assertThat(life.job().state()).isEqualTo(row.to());
    }

    static Stream<List<Object>> gaps() {
        List<List<Object>> gaps = new ArrayList<>();
        for (JobState state : JobState.values()) {
            for (JobEvent.Kind event : JobEvent.Kind.values()) {
                if (JobLifecycle.table().stream()
                        .noneMatch(row -> row.from().equals(Optional.of(state)) && row.event() == event)) {
                    gaps.add(List.of(state, event));
                }
            }
        }
        return gaps.stream();
    }

    @ParameterizedTest
    @MethodSource("gaps")
    void refuses_every_gap(List<Object> gap) {
        LifecycleJob life = LifecycleJob.in((JobState) gap.get(0));
        Job before = life.job();

        assertThatThrownBy(() -> life.apply(life.example((JobEvent.Kind) gap.get(1))))
                .isInstanceOf(IllegalTransition.class)
                .hasMessageContaining(before.token().value())
                .hasMessageContaining(gap.get(0).toString())
                .hasMessageContaining(gap.get(1).toString());
        assertThat(life.job()).isEqualTo(before);
    }

    static Stream<Row> undecided() {
        return JobLifecycle.table().stream()
                .filter(row -> row.when() == When.UNDECIDED)
                .filter(row -> row.from().equals(Optional.of(JobState.STAGING_OUT))
                        || row.from().equals(Optional.of(JobState.CLEANING)));
    }

    @ParameterizedTest
    @MethodSource("undecided")
    void refuses_a_second_outcome(Row row) {
        LifecycleJob life = LifecycleJob.in(JobState.RUNNING);
        life.apply(life.example(JobEvent.Kind.FAILED));
        if (row.from().equals(Optional.of(JobState.CLEANING))) {
            life.apply(life.example(JobEvent.Kind.STAGED_OUT));
        }

        assertThatThrownBy(() -> life.apply(life.example(row.event()))).isInstanceOf(IllegalTransition.class);
    }

    @Test
    void refuses_a_second_end_of_a_step() {
        LifecycleJob life = LifecycleJob.in(JobState.STAGING_IN);
        JobEvent moved = life.example(JobEvent.Kind.STEP_MOVED);
        life.apply(moved);

        assertThatThrownBy(() -> life.apply(moved))
                .isInstanceOf(IllegalTransition.class)
                .hasMessageContaining("is over");
    }

    @Test
    void knows_the_cluster_of_a_run_its_number_and_its_last_stage() {
        LifecycleJob life = LifecycleJob.in(JobState.RUNNING);
        assertThatThrownBy(() -> life.apply(life.example(JobEvent.Kind.CLUSTER_STAGE)))
                .isInstanceOf(IllegalTransition.class)
                .hasMessageContaining("no cluster has accepted the run");

        life.apply(life.example(JobEvent.Kind.CLUSTER_ACCEPTED));
        assertThat(life.job().cluster().orElseThrow().stage()).contains(ClusterStage.PENDING);
        life.apply(life.example(JobEvent.Kind.CLUSTER_STAGE));

        Job.AtCluster cluster = life.job().cluster().orElseThrow();
        assertThat(cluster.run()).isEqualTo(new ClusterRun("main", "17"));
        assertThat(cluster.stage()).contains(ClusterStage.SUSPENDED);
        assertThat(cluster.reason()).isEqualTo("by root");
        assertThat(cluster.since()).isEqualTo(life.job().at());
    }

    @Test
    void refuses_a_gap_in_the_sequence() {
        LifecycleJob life = LifecycleJob.born();
        RecordedEvent late = new RecordedEvent(3, LifecycleJob.NOON, new JobEvent.StageInBegun());

        assertThatThrownBy(() -> life.job().then(late)).isInstanceOf(IllegalTransition.class);
    }

    @Test
    void replays_a_random_life_whatever_its_seed() {
        for (int seed = 0; seed < 50; seed++) {
            LifecycleJob life = LifecycleJob.random(new Random(seed), 60);

            assertThat(Job.replay(life.job().token(), life.events())).isEqualTo(life.job());
        }
    }

    @Test
    void is_drawn_as_it_is() throws Exception {
        Path page = Path.of(System.getProperty("slipway.root"), "middleware-core/spec/job-states.md");
        String now = StateDiagram.page();
        if (Boolean.getBoolean("slipway.redraw")) {
            Files.writeString(page, now);
        }

        assertThat(page).as("redraw with -Dslipway.redraw=true").hasContent(now);
    }

    @Test
    void stage_in_begins_anew_when_a_snapshot_is_lost() {
        LifecycleJob life = LifecycleJob.in(JobState.STAGING_IN);
        life.apply(life.example(JobEvent.Kind.SNAPSHOT_TAKEN));
        life.apply(life.example(JobEvent.Kind.STEP_INTENDED));
        life.apply(life.example(JobEvent.Kind.STEP_MOVED));

        life.apply(life.example(JobEvent.Kind.SNAPSHOT_LOST));

        assertThat(life.job().steps()).isEmpty();
        assertThat(life.job().snapshots()).isEmpty();
        assertThat(life.job().manifest()).isEmpty();
        assertThat(life.job().snapshotsLost()).isEqualTo(1);
    }

    @Test
    void no_second_snapshot_is_taken_while_there_is_one_and_none_of_a_source_that_shares_none() {
        LifecycleJob life = LifecycleJob.in(JobState.STAGING_IN);
        JobEvent other = new JobEvent.SnapshotTaken("elsewhere", "1-1", "2026-01-02 12:00:00+00");
        assertThatThrownBy(() -> life.apply(other)).isInstanceOf(IllegalTransition.class);
        assertThatThrownBy(() -> life.apply(life.example(JobEvent.Kind.SNAPSHOT_LOST)))
                .isInstanceOf(IllegalTransition.class);

        life.apply(life.example(JobEvent.Kind.SNAPSHOT_TAKEN));

        assertThatThrownBy(() -> life.apply(life.example(JobEvent.Kind.SNAPSHOT_TAKEN)))
                .isInstanceOf(IllegalTransition.class);
    }
}
