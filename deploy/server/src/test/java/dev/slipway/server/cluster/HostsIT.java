package dev.slipway.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.Job;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.CountRange;
import dev.slipway.request.MpiFlavour;
import dev.slipway.request.ResourceDemand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole jobs over lists of hosts. */
@Timeout(600)
class HostsIT extends HostsRuns {
    @Test
    void runs_go_at_once_on_hosts_of_their_own_and_no_slot_is_given_twice() throws Exception {
        JobToken first = submit("first", 3, ResourceDemand.NONE);
        JobToken second = submit("second", 3, ResourceDemand.NONE);
        awaitUp(first, "first", 3);
        awaitUp(second, "second", 3);
        JobToken third = submit("third", 1, ResourceDemand.NONE);
        JobToken shared = submit("shared", 1, ResourceDemand.NONE, "desk");
        until(third, "its turn in the queue", job -> job.state() == JobState.READY);
        until(shared, "its turn in the queue", job -> job.state() == JobState.READY);

        Map<String, Integer> used = new HashMap<>();
        for (JobToken token : List.of(first, second)) {
            until(token, "its hosts", job -> !job.hosts().isEmpty())
                    .hosts()
                    .forEach(host -> used.merge(host.name(), host.slots(), Integer::sum));
        }
        assertThat(used).hasSize(HOSTS).allSatisfy((host, slots) -> assertThat(slots)
                .isEqualTo(SLOTS));
        Map<String, Integer> seen = new HashMap<>();
        up("first").forEach(host -> seen.merge(host, 1, Integer::sum));
        up("second").forEach(host -> seen.merge(host, 1, Integer::sum));
        assertThat(seen).containsOnly(Map.entry("host1", 2), Map.entry("host2", 2), Map.entry("host3", 2));

        for (String name : List.of("first", "second", "third", "shared")) {
            open(name);
        }
        for (JobToken token : List.of(first, second, third, shared)) {
            assertThat(closed(token).outcome()).contains(new JobOutcome.Done());
        }
        assertThat(output(shared)).isEqualTo("host1\n");
        assertThat(output(first).lines().count()).isEqualTo(3);
    }

    @Test
    void the_end_counts_once_a_host_that_was_cut_off_has_proven_it_and_others_go_on_meanwhile() throws Exception {
        JobToken cut = submit("cut", 6, over(3));
        awaitUp(cut, "cut", 6);

        bed.cut(3);
        // All hosts share the files of this machine, also while a link is cut, so a guard's record would prove the end.
        killGuards(3);
        JobToken other;
        try {
            Job blocked = until(cut, "the unproven end", job -> job.blocked()
                    .filter(problem -> problem.code() == ProblemCode.RUN_HOST_ENDING
                            && problem.message().contains("host " + bed.address(3) + " does not answer"))
                    .isPresent());
            assertThat(blocked.state()).isEqualTo(JobState.RUNNING);
            assertThat(blocked.blocked().orElseThrow().message()).doesNotContain(bed.address(1), bed.address(2));
            other = submit("other", 4, over(2));
            awaitUp(other, "other", 4);
            assertThat(Set.copyOf(up("other"))).containsExactlyInAnyOrder("host1", "host2");
            assertThat(job(cut).state()).isEqualTo(JobState.RUNNING);
        } finally {
            bed.mend(3);
        }

        assertThat(closed(cut).outcome()).containsInstanceOf(JobOutcome.Failed.class);
        assertNothingLeft("cut");
        open("other");
        assertThat(closed(other).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_host_that_is_away_delays_only_the_runs_that_need_it() throws Exception {
        bed.cut(2);
        JobToken needs;
        JobToken goes;
        try {
            needs = submit("needs", 5, ResourceDemand.NONE);
            until(needs, "the outage", job -> job.blocked()
                    .filter(problem -> problem.code() == ProblemCode.RUN_HOST_AWAY
                            && problem.message().contains("host " + bed.address(2)))
                    .isPresent());
            goes = submit("goes", 4, ResourceDemand.NONE);
            awaitUp(goes, "goes", 4);
            assertThat(Set.copyOf(up("goes"))).containsExactlyInAnyOrder("host1", "host3");
        } finally {
            bed.mend(2);
        }
        open("goes");
        assertThat(closed(goes).outcome()).contains(new JobOutcome.Done());
        open("needs");
        assertThat(closed(needs).outcome()).contains(new JobOutcome.Done());
        assertThat(up("needs")).hasSize(5);
    }

    @Test
    void a_cancel_ends_the_processes_on_every_host() throws Exception {
        JobToken token = submit("cancelled", 6, over(3));
        awaitUp(token, "cancelled", 6);
        assertThat(IntStream.rangeClosed(1, HOSTS).mapToLong(host -> left(host, "cancelled")))
                .allMatch(processes -> processes > 0);

        middleware.desk().cancel(ALICE, token);

        assertThat(closed(token).outcome()).contains(new JobOutcome.Cancelled("alice"));
        assertNothingLeft("cancelled");
    }

    @Test
    void a_restart_of_the_service_keeps_the_run_and_its_slots() throws Exception {
        JobToken kept = submit("kept", 5, ResourceDemand.NONE);
        awaitUp(kept, "kept", 5);

        close();
        open();
        JobToken next = submit("next", 2, ResourceDemand.NONE);
        until(next, "its turn in the queue", job -> job.state() == JobState.READY);
        JobToken behind = submit("behind", 1, ResourceDemand.NONE);
        until(behind, "its turn in the queue", job -> job.state() == JobState.READY);
        assertThat(job(kept).state()).isEqualTo(JobState.RUNNING);

        open("kept");
        assertThat(closed(kept).outcome()).contains(new JobOutcome.Done());
        assertThat(up("kept")).hasSize(5);
        awaitUp(next, "next", 2);
        open("next");
        open("behind");
        assertThat(closed(next).outcome()).contains(new JobOutcome.Done());
        assertThat(closed(behind).outcome()).contains(new JobOutcome.Done());
    }

    @Test
    void a_host_whose_guard_was_killed_proves_the_end_of_its_processes() throws Exception {
        JobToken token = submit("killed", 4, over(2));
        awaitUp(token, "killed", 4);

        killGuards(2);

        assertThat(closed(token).outcome()).containsInstanceOf(JobOutcome.Failed.class);
        assertNothingLeft("killed");
    }

    @Test
    void refuses_at_submit_what_the_hosts_can_never_have() {
        assertThatThrownBy(() -> submit("wide", 4, over(4))).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.DEMAND_NOT_TAKEN);
            assertThat(e.problem().message()).contains("a number of hosts (4)");
            assertThat(e.problem().detail()).contains(bed.address(1) + " (2 slots)");
        });
    }

    @Test
    void a_run_of_mpich_starts_on_its_hosts() throws Exception {
        JobToken token = submit("mpich", 4, demand(Optional.of(CountRange.exactly(2)), MpiFlavour.MPICH));
        awaitUp(token, "mpich", 4);
        assertThat(Set.copyOf(up("mpich"))).hasSize(2);

        open("mpich");

        assertThat(closed(token).outcome()).contains(new JobOutcome.Done());
        assertThat(output(token).lines().count()).isEqualTo(4);
    }
}
