package dev.slipway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that scripts can rely on the numbers of the classes, and that each problem is in the class of its remedy. */
class ExitClassTest {
    /** The first number to which a shell gives a meaning of its own: not executable, not found, ended by a signal. */
    private static final int OF_THE_SHELL = 126;

    @Test
    void numbers_and_sentences_are_distinct_and_leave_those_of_the_shell_alone() {
        assertThat(ExitClass.values()).extracting(ExitClass::number).doesNotHaveDuplicates();
        assertThat(ExitClass.values()).extracting(ExitClass::sentence).doesNotHaveDuplicates();
        assertThat(ExitClass.values())
                .allSatisfy(each -> assertThat(each.number()).isBetween(0, OF_THE_SHELL - 1));
    }

    /** Numbers are an interface to scripts: a change of a number needs a change of this list too. */
    @Test
    void numbers_stay_as_they_are() {
        assertThat(Arrays.stream(ExitClass.values()).map(each -> each.number() + " " + each))
                .containsExactly(
                        "0 DONE",
                        "1 JOB_FAILED",
                        "2 CALL",
                        "3 NOT_REACHED",
                        "4 NOT_FORMATTED",
                        "10 DOCUMENT",
                        "15 LIMIT",
                        "20 LOGIN",
                        "21 NOT_ALLOWED",
                        "22 UNKNOWN",
                        "23 CONFLICT",
                        "31 REFUSED",
                        "36 UNDECIDED",
                        "54 OUTAGE",
                        "70 INTERNAL",
                        "71 DAMAGED");
    }

    @Test
    void the_outages_and_no_other_problems_are_in_the_class_for_trying_again() {
        assertThat(ProblemCode.values())
                .filteredOn(code -> code.exitClass() == ExitClass.OUTAGE)
                .extracting(ProblemCode::id)
                .containsExactlyInAnyOrder(
                        "audit.busy",
                        "upload.quota",
                        "queue.quota",
                        "plan.busy",
                        "sql.unreachable",
                        "sql.snapshot-lost",
                        "ssh.unreachable",
                        "site.unreachable",
                        "folder.unreachable",
                        "storage.full",
                        "store.unreachable",
                        "step.stalled",
                        "place.paused",
                        "place.removed",
                        "store.full",
                        "launch.guard-broken",
                        "launch.machine-busy",
                        "cluster.away",
                        "cluster.ending",
                        "run.host-away",
                        "run.host-ending");
        assertThat(ProblemCode.values()).allSatisfy(code -> assertThat(code.exitClass() == ExitClass.OUTAGE)
                .as(code.id())
                .isEqualTo(code.kind() == ProblemKind.OUTAGE));
    }

    @Test
    void every_class_has_problems_but_those_that_the_toolkit_alone_can_find() {
        Set<ExitClass> used = Arrays.stream(ProblemCode.values())
                .map(ProblemCode::exitClass)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ExitClass.class)));

        assertThat(EnumSet.complementOf(EnumSet.copyOf(used)))
                .containsExactly(ExitClass.DONE, ExitClass.NOT_REACHED, ExitClass.NOT_FORMATTED);
    }

    @Test
    void codes_tell_problems_of_one_class_apart() {
        assertThat(ProblemCode.values()).extracting(ProblemCode::id).doesNotHaveDuplicates();
        assertThat(ProblemCode.values())
                .allSatisfy(code -> assertThat(ProblemCode.ofId(code.id())).isSameAs(code));
    }
}
