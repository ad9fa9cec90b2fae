package dev.slipway.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests which mails are sent and which are not. The test stands in for the mail server; store and jobs are real. */
class MailsTest extends MailBench {
    private static final int PER_HOUR = 3;

    MailsTest() {
        super(PER_HOUR);
    }

    @Test
    void a_job_that_has_ended_is_told_once_with_its_state_and_its_page() throws Exception {
        confirmed(ALL);
        JobToken token = closed();

        Letter letter = next();

        assertThat(letter.address()).isEqualTo("alice@example.org");
        assertThat(letter.subject()).endsWith("was cancelled");
        assertThat(letter.body())
                .contains(
                        token.value(),
                        "State: was cancelled, since ",
                        " CE",
                        "Reason: ",
                        "Page: https://slipway.example.org:8443/ui/jobs/" + token + "\n");
        awaitLedger("MAIL_TAKEN", "mail " + letter.id() + " to user alice, try 1, taken");
        JobToken other = closed();
        assertThat(next().body()).contains(other.value()).doesNotContain(token.value());
    }

    @Test
    void a_failed_job_is_told_with_its_problem_and_remedy() throws Exception {
        confirmed(Set.of(MailEvent.FAILED));
        JobToken cancelled = closed();
        bed.gateway.fail("books", Problem.of(ProblemCode.REMOTE_FILE, "there is no file books.csv"));
        JobToken failed = bed.submit(JobRequests.small());
        bed.untilClosed(failed);

        Letter letter = next();

        assertThat(letter.subject()).endsWith(" failed");
        assertThat(letter.body())
                .contains(failed.value(), "Problem: there is no file books.csv", "Remedy: ")
                .doesNotContain(cancelled.value());
    }

    @Test
    void a_held_job_is_told_once_for_each_hold() throws Exception {
        confirmed(Set.of(MailEvent.WAITING));
        bed.gateway.hold("books");
        JobToken token = bed.submit(JobRequests.small());
        bed.desk().hold(MiddlewareTestBed.ALICE, token);
        Letter first = next();
        bed.desk().release(MiddlewareTestBed.ALICE, token);
        bed.desk().hold(MiddlewareTestBed.ALICE, token);
        Letter second = next();

        assertThat(first.subject()).endsWith(" is held");
        assertThat(first.body()).contains(token.value());
        assertThat(second.id()).isNotEqualTo(first.id());
        mails.close();
        mails = begun();
        assertThat(nothingElse()).isTrue();
    }

    @Test
    void an_address_gets_nothing_but_codes_before_it_is_confirmed() throws Exception {
        desk().choose(MiddlewareTestBed.ALICE, "alice@example.org", ALL, Digest.EACH, ZONE);
        String code = code(next());
        closed();
        String wrong = code.equals("00000000") ? "11111111" : "00000000";

        assertThat(nothingElse()).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> desk().confirm(MiddlewareTestBed.ALICE, wrong))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("not the code");
        }
        assertThatThrownBy(() -> desk().confirm(MiddlewareTestBed.ALICE, code)).isInstanceOf(ProblemException.class);
        for (int i = 1; i < MailDesk.CODES_PER_HOUR; i++) {
            desk().choose(MiddlewareTestBed.ALICE, "alice" + i + "@example.org", ALL, Digest.EACH, ZONE);
            next();
        }
        assertThatThrownBy(() -> desk().choose(MiddlewareTestBed.ALICE, "victim@example.org", ALL, Digest.EACH, ZONE))
                .hasMessageContaining("5 codes within an hour");
        assertThat(desk().choice(MiddlewareTestBed.ALICE).orElseThrow().confirmed())
                .isFalse();
    }

    @Test
    void an_address_gets_three_codes_a_day_from_all_users_and_a_user_sends_ten() {
        List<String> cases = List.of("victim@example.org", "Victim@example.org", "VICTIM@EXAMPLE.ORG");
        enrol(MiddlewareTestBed.BOB);
        desk().choose(MiddlewareTestBed.ALICE, cases.get(0), ALL, Digest.EACH, ZONE);
        desk().choose(MiddlewareTestBed.BOB, cases.get(1), ALL, Digest.EACH, ZONE);
        desk().choose(MiddlewareTestBed.BOB, cases.get(2), ALL, Digest.EACH, ZONE);

        for (String address : cases) {
            assertThatThrownBy(() -> desk().choose(MiddlewareTestBed.ALICE, address, ALL, Digest.EACH, ZONE))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("this address was sent 3 codes within a day");
        }
        for (int i = 1; i < MailDesk.CODES_PER_DAY; i++) {
            bed.clock.advance(Duration.ofMinutes(20));
            desk().choose(MiddlewareTestBed.ALICE, "alice" + i + "@example.org", ALL, Digest.EACH, ZONE);
        }
        bed.clock.advance(Duration.ofMinutes(61));
        assertThatThrownBy(() -> desk().choose(MiddlewareTestBed.ALICE, "alice@example.org", ALL, Digest.EACH, ZONE))
                .hasMessageContaining("10 codes within a day");
        bed.clock.advance(Duration.ofDays(1));
        desk().choose(MiddlewareTestBed.ALICE, cases.get(0), ALL, Digest.EACH, ZONE);
    }

    @Test
    void a_server_that_is_away_is_tried_again_with_growing_pauses_and_the_same_id_over_a_restart() throws Exception {
        confirmed(ALL);
        away = true;
        JobToken token = closed();
        Letter first = next();
        awaitTries(1);
        mails.close();
        bed.restart();
        bed.clock.advance(Duration.ofSeconds(9));
        mails = begun();
        assertThat(nothingElse()).isTrue();
        bed.clock.advance(Duration.ofSeconds(1));
        Letter second = next();
        awaitTries(2);
        away = false;
        bed.clock.advance(Duration.ofSeconds(20));
        Letter third = next();

        assertThat(first.body()).contains(token.value());
        assertThat(List.of(second, third)).containsOnly(first);
        awaitLedger("MAIL_TAKEN", first.id() + " to user alice, try 3");
        assertThat(number("SELECT count(*) FROM slipway.mail WHERE body <> '' OR subject <> ''"))
                .isZero();
    }

    @Test
    void a_job_that_ended_while_nobody_looked_is_told_by_the_next_service() throws Exception {
        confirmed(ALL);
        mails.close();
        JobToken token = closed();
        bed.restart();
        mails = begun();

        assertThat(next().body()).contains(token.value());
    }

    @Test
    void a_mail_that_nobody_takes_is_given_up_and_the_ledger_says_why() throws Exception {
        confirmed(ALL);
        away = true;
        closed();
        next();
        awaitTries(1);
        bed.clock.advance(Duration.ofHours(2));
        next();

        awaitLedger("MAIL_GIVEN_UP", "given up: mail.example.org:587: connection refused");
    }

    @Test
    void news_beyond_the_most_of_an_hour_wait_and_come_together() throws Exception {
        confirmed(ALL);
        for (int i = 0; i < PER_HOUR; i++) {
            closed();
            next();
        }
        JobToken one = closed();
        JobToken other = closed();
        assertThat(nothingElse()).isTrue();
        bed.clock.advance(Duration.ofMinutes(61));

        Letter together = next();

        assertThat(together.subject()).isEqualTo("Slipway: news of 2 jobs");
        assertThat(together.body()).contains(one.value(), other.value());
    }

    @Test
    void one_mail_has_at_most_a_hundred_news_and_closed_jobs_come_first() throws Exception {
        confirmed(ALL);
        mails.close();
        bed.gateway.hold("books");
        JobToken held = bed.submit(JobRequests.small());
        bed.desk().hold(MiddlewareTestBed.ALICE, held);
        copy(closed(), 99);
        mails = begun();

        Letter first = next();
        Letter second = next();

        assertThat(first.subject()).isEqualTo("Slipway: news of 100 jobs");
        assertThat(first.body()).doesNotContain(held.value());
        assertThat(second.subject()).endsWith("is held");
        assertThat(second.body()).contains(held.value());
    }

    @Test
    void a_user_beyond_the_most_of_an_hour_does_not_hide_the_news_of_others() throws Exception {
        confirmed(ALL);
        for (int i = 0; i < PER_HOUR; i++) {
            closed();
            next();
        }
        copy(closed(), 600);
        bed.clock.advance(Duration.ofSeconds(1));
        enrol(MiddlewareTestBed.BOB);
        confirm(MiddlewareTestBed.BOB, ALL, Digest.EACH);
        JobToken token =
                bed.desk().submit(MiddlewareTestBed.BOB, MiddlewareTestBed.submission(JobRequests.small(), "<job/>"));
        bed.desk().cancel(MiddlewareTestBed.BOB, token);

        Letter letter = next();

        assertThat(letter.address()).isEqualTo("bob@example.org");
        assertThat(letter.body()).contains(token.value());
    }

    @Test
    void a_user_who_wants_no_mails_any_more_gets_none() throws Exception {
        confirmed(ALL);
        away = true;
        closed();
        next();
        desk().choose(MiddlewareTestBed.ALICE, " ", ALL, Digest.EACH, ZONE);
        away = false;
        bed.clock.advance(Duration.ofMinutes(5));
        closed();

        assertThat(nothingElse()).isTrue();
        assertThat(desk().choice(MiddlewareTestBed.ALICE)).isEmpty();
    }

    @Test
    void an_address_is_one_plain_address_and_nothing_clever() {
        assertThat(List.of("a@b", "ann.b+c@mail.example.org")).allMatch(MailAddress::isPlain);
        for (String refused : List.of(
                "no address",
                "a@b\r\nBcc: c@d",
                "a@b,c@d",
                "Ann <a@b>",
                "\"a b\"@c",
                "a@-b",
                "a..b@c",
                "a@b ",
                "ä@b",
                "a@" + "b".repeat(300))) {
            assertThat(MailAddress.isPlain(refused)).as(refused).isFalse();
        }
        assertThatThrownBy(() -> desk().choose(MiddlewareTestBed.ALICE, "a@b\nBcc: c@d", ALL, Digest.EACH, ZONE))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        e -> assertThat(e.problem().code()).isEqualTo(ProblemCode.USER_INVALID));
        assertThat(new Letter("1", "a@b", "one\r\nBcc: c@d", "").subject()).doesNotContain("\r", "\n");
    }

    private void confirmed(Set<MailEvent> events) {
        confirm(MiddlewareTestBed.ALICE, events, Digest.EACH);
        // No other mail may be due when a test makes the server go away.
        awaitLedger("MAIL_TAKEN", "taken");
    }

    /** Waits until the first try of the mail about jobs is recorded, so that a moved clock counts for the next one. */
    private void awaitTries(int count) {
        Await.until(
                "the try is recorded",
                () -> number("SELECT sum(tries) FROM slipway.mail WHERE kind = 'JOBS'") == count);
    }

    /** Waits until the ledger has an operation of this kind with these words. */
    private void awaitLedger(String kind, String words) {
        Await.until(
                "the ledger says " + words,
                () -> bed.middleware.audit().operations(MiddlewareTestBed.AUDITOR, 0, 50).stream()
                        .anyMatch(operation -> operation.kind().equals(kind)
                                && operation.text().contains(words)));
    }
}
