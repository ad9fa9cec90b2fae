package dev.slipway.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.slipway.job.JobToken;
import dev.slipway.request.FiringId;
import dev.slipway.request.JobRequest;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests digests of schedules. The clock begins on a Friday at 4:04 in Berlin. */
class DigestTest extends MailBench {
    private int firings;

    DigestTest() {
        super(20);
    }

    @Test
    void a_daily_digest_tells_the_runs_of_all_schedules_once_in_the_morning() throws Exception {
        chosen(Digest.DAILY);
        JobToken first = run("nightly");
        JobToken second = run("nightly");
        JobToken third = run("weekly VaR");
        JobToken own = closed();
        assertThat(Await.next(sent).body()).contains(own.value());
        assertThat(nothingElse()).as("before the morning").isTrue();

        bed.clock.advance(Duration.ofHours(3));
        Letter digest = Await.next(sent);

        assertThat(digest.subject()).isEqualTo("Slipway: schedules, 3 runs");
        assertThat(digest.body())
                .contains(
                        "Schedule nightly: 2 runs\n  2026-01-02 04:04:05 CET, cancelled,"
                                + " https://slipway.example.org:8443/ui/jobs/",
                        "Schedule weekly VaR: 1 run\n",
                        first.value(),
                        second.value(),
                        third.value(),
                        "one mail a day")
                .doesNotContain(own.value());
        mails.close();
        mails = begun();
        JobToken later = run("nightly");
        assertThat(nothingElse()).as("until the next morning").isTrue();
        bed.clock.advance(Duration.ofDays(1));
        assertThat(Await.next(sent).body()).contains(later.value()).doesNotContain(first.value());
    }

    @Test
    void a_weekly_digest_comes_on_monday_morning() throws Exception {
        chosen(Digest.WEEKLY);
        JobToken friday = run("nightly");
        bed.clock.advance(Duration.ofDays(2));
        JobToken sunday = run("nightly");
        assertThat(nothingElse()).isTrue();

        bed.clock.advance(Duration.ofHours(27));

        assertThat(Await.next(sent).body()).contains(friday.value(), sunday.value(), "one mail a week");
    }

    @Test
    void without_a_digest_each_run_is_told_at_once() throws Exception {
        chosen(Digest.EACH);
        JobToken token = run("nightly");

        assertThat(Await.next(sent).body()).contains(token.value());
        bed.clock.advance(Duration.ofDays(7));
        assertThat(nothingElse()).isTrue();
    }

    @Test
    void a_digest_has_all_runs_of_a_schedule_with_more_runs_than_firings_are_kept() throws Exception {
        chosen(Digest.DAILY);
        List<JobToken> runs = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            runs.add(run("quarterly"));
        }
        assertThat(nothingElse()).as("before the morning").isTrue();

        bed.clock.advance(Duration.ofHours(3));
        Letter digest = Await.next(sent);

        assertThat(digest.subject()).isEqualTo("Slipway: schedules, 60 runs");
        assertThat(digest.body()).contains(runs.stream().map(JobToken::value).toList());
        assertThat(nothingElse()).isTrue();
    }

    @Test
    void a_digest_has_at_most_a_thousand_runs_and_hides_no_runs_of_other_users() throws Exception {
        chosen(Digest.DAILY);
        copy(run("nightly"), 1_004);
        enrol(MiddlewareTestBed.BOB);
        confirm(MiddlewareTestBed.BOB, ALL, Digest.DAILY);
        bed.clock.advance(Duration.ofSeconds(1));
        closed(MiddlewareTestBed.BOB, fired("quarterly"));

        bed.clock.advance(Duration.ofHours(3));

        assertThat(List.of(next(), next()))
                .extracting(Letter::address, Letter::subject)
                .containsExactlyInAnyOrder(
                        tuple("alice@example.org", "Slipway: schedules, 1000 runs"),
                        tuple("bob@example.org", "Slipway: schedules, 1 run"));
        assertThat(nothingElse()).as("until the next minute").isTrue();
        bed.clock.advance(Duration.ofMinutes(1));
        assertThat(next().subject()).isEqualTo("Slipway: schedules, 5 runs");
    }

    @Test
    void a_digest_has_the_runs_of_a_removed_schedule_and_no_name_of_another_users_schedule() throws Exception {
        chosen(Digest.DAILY);
        JobToken removed = run("nightly");
        execute("DELETE FROM slipway.schedule");
        execute("""
                INSERT INTO slipway.schedule SELECT 'foreign', 'bob', 't', 1, 'takeover', '{}', '{}', false, false,
                  false, now(), now(), 0""");
        JobToken invented = run("foreign");
        bed.clock.advance(Duration.ofHours(3));

        assertThat(Await.next(sent).body())
                .contains("Schedule (removed): 2 runs", removed.value(), invented.value())
                .doesNotContain("takeover");
    }

    @Test
    void a_change_from_a_digest_to_single_mails_loses_no_run() throws Exception {
        chosen(Digest.WEEKLY);
        JobToken friday = run("nightly");
        bed.clock.advance(Duration.ofDays(1));
        JobToken saturday = run("nightly");
        bed.clock.advance(Duration.ofHours(1));
        assertThat(nothingElse()).isTrue();

        mails.desk()
                .choose(MiddlewareTestBed.ALICE, "alice@example.org", Set.of(MailEvent.values()), Digest.EACH, ZONE);

        assertThat(Await.next(sent).body()).contains(saturday.value()).doesNotContain(friday.value());
        bed.clock.advance(Duration.ofHours(2));
        assertThat(Await.next(sent).body())
                .contains("Schedule nightly: 1 run\n", friday.value(), "You chose a mail for each run")
                .doesNotContain(saturday.value());
        bed.clock.advance(Duration.ofDays(2));
        assertThat(nothingElse()).isTrue();
    }

    @Test
    void mails_that_ended_a_month_ago_are_removed_also_for_a_user_who_gets_only_digests() throws Exception {
        chosen(Digest.DAILY);
        run("nightly");
        bed.clock.advance(Duration.ofHours(3));
        Letter old = next();
        Await.until("the mail has ended", () -> ended(old) == 1);

        bed.clock.advance(Duration.ofDays(31));
        JobToken later = run("nightly");
        bed.clock.advance(Duration.ofDays(1));

        assertThat(next().body()).contains(later.value());
        assertThat(ended(old)).isZero();
    }

    @Test
    void mornings_are_those_of_the_users_zone() {
        Instant friday = Instant.parse("2026-01-02T06:00:00Z");

        assertThat(Digest.DAILY.lastDue(friday, ZONE)).isEqualTo(friday);
        assertThat(Digest.DAILY.lastDue(friday.minusSeconds(1), ZONE)).isEqualTo(friday.minus(Duration.ofDays(1)));
        assertThat(Digest.WEEKLY.lastDue(friday, ZONE)).isEqualTo(Instant.parse("2025-12-29T06:00:00Z"));
        assertThat(Digest.WEEKLY.lastDue(Instant.parse("2026-01-05T05:59:59Z"), ZONE))
                .isEqualTo(Instant.parse("2025-12-29T06:00:00Z"));
        assertThat(Digest.DAILY.lastDue(Instant.parse("2026-07-02T05:00:00Z"), ZONE))
                .as("in summer")
                .isEqualTo(Instant.parse("2026-07-02T05:00:00Z"));
    }

    private void chosen(Digest digest) {
        confirm(MiddlewareTestBed.ALICE, ALL, digest);
        assertThat(mails.desk().choice(MiddlewareTestBed.ALICE).orElseThrow().digest())
                .isEqualTo(digest);
    }

    /** Counts the ended mails with the id of this mail that are in the store. */
    private int ended(Letter mail) throws SQLException {
        return number("SELECT count(*) FROM slipway.mail WHERE ended_at IS NOT NULL AND id = '" + mail.id() + "'");
    }

    /** Returns a closed job that this schedule has submitted. No firing is kept for the job. */
    private JobToken run(String schedule) throws Exception {
        execute("""
                INSERT INTO slipway.schedule SELECT '%1$s', 'alice', 't', 1, '%1$s', '{}', '{}', false, false, false,
                  now(), now(), 0 ON CONFLICT DO NOTHING""".formatted(schedule));
        return closed(fired(schedule));
    }

    private JobRequest fired(String schedule) {
        return JobRequests.small().withSubmissionId(FiringId.of(schedule, ++firings, bed.clock.instant()));
    }
}
