package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ZipTurnsTest {
    private final ZipTurns turns = new ZipTurns();

    @Test
    void a_user_has_one_turn_at_a_time() {
        ZipTurns.Turn first = turns.take("ann");
        assertThatThrownBy(() -> turns.take("ann"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("another download of yours");

        first.close();
        turns.take("ann").close();
    }

    @Test
    void all_users_together_have_eight_turns() {
        List<ZipTurns.Turn> taken = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            taken.add(turns.take("user" + i));
        }
        assertThatThrownBy(() -> turns.take("ann"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("8 downloads");

        taken.get(0).close();
        turns.take("ann").close();
    }
}
