package dev.slipway.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ReplayPropertiesTest {

    @Property(tries = 300)
    void any_legal_life_replays_to_the_same_job(@ForAll long seed, @ForAll @IntRange(max = 80) int length) {
        LifecycleJob life = LifecycleJob.random(new Random(seed), length);

        assertThat(Job.replay(life.job().token(), life.events())).isEqualTo(life.job());
    }

    @Property(tries = 100)
    void any_life_can_still_be_ended(@ForAll long seed, @ForAll @IntRange(max = 40) int length) {
        LifecycleJob life = LifecycleJob.random(new Random(seed), length);

        for (int i = 0; i < 10 && life.job().state() != JobState.CLOSED; i++) {
            life.apply(life.example(
                    switch (life.job().state()) {
                        case QUEUED, STAGING_IN, READY, RUNNING -> JobEvent.Kind.FAILED;
                        case STAGING_OUT -> JobEvent.Kind.STAGED_OUT;
                        case CLEANING -> JobEvent.Kind.CLEANED;
                        case CLOSED -> throw new AssertionError("closed");
                    }));
        }

        assertThat(life.job().state()).isEqualTo(JobState.CLOSED);
        assertThat(life.job().outcome()).isPresent();
    }
}
