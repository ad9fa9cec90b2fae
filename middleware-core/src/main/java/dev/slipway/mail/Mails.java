package dev.slipway.mail;

import dev.slipway.clock.Rounds;
import dev.slipway.desk.JobDesk;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends users the mails that they chose: each at least once, with repeated tries at growing intervals, also across
 * restarts, until the mail server takes the mail, or the mail is too old. A repeated mail keeps its id. The ledger of
 * operations records how each mail ended.
 */
public final class Mails implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Mails.class);
    /** How long a mail is remembered. A job that still waits after that time is told once more after a restart. */
    private static final Duration KEPT = Duration.ofDays(30);

    /** How often digests are looked for. */
    private static final Duration DIGESTS = Duration.ofMinutes(1);

    private final MailTable table;
    private final NewsTable news;
    private final DigestTable runs;
    private final JobLetters letters;
    private final DigestWords digests;
    private final MailSettings settings;
    private final MailSender sender;
    private final Clock clock;
    private final Rounds rounds = new Rounds("mails", this::round);
    private Instant nextDigests = Instant.MIN;
    private volatile int looks;

    /** The store of mails and the records that mails report from. */
    public record Store(DataSource dataSource, OperationLedger ledger, JobJournal journal, JobDesk desk) {}

    public Mails(Store store, MailSettings settings, MailSender sender, Clock clock) {
        this.table = new MailTable(store.dataSource(), store.ledger());
        this.news = new NewsTable(store.dataSource(), store.journal());
        this.runs = new DigestTable(store.dataSource());
        this.digests = new DigestWords(settings.pages());
        this.letters = new JobLetters(store.desk(), settings.pages());
        this.settings = settings;
        this.sender = sender;
        this.clock = clock;
    }

    /** Starts with the mails that an earlier service left. */
    public Mails start() {
        rounds.start();
        return this;
    }

    /** Returns the entry for users who choose their mails. */
    public MailDesk desk() {
        return new MailDesk(table, clock);
    }

    /** Receives changed jobs; each triggers a look for news at once. */
    public void heard(Job job) {
        if (job.state() == JobState.CLOSED
                || job.held().isPresent()
                || job.blocked().isPresent()) {
            rounds.soon();
        }
    }

    /** Returns how often a round has looked for news and due mails. */
    int looks() {
        return looks;
    }

    private void round() {
        try {
            boolean made = keepNews();
            made |= keepDigests();
            if (made) {
                table.removeEnded(clock.instant().minus(KEPT));
            }
            sendDue();
        } finally {
            looks++;
        }
    }

    /** Makes one mail of all news for each user; returns whether a mail was made. */
    private boolean keepNews() {
        return keep(news.untold(clock.instant()), News::account, letters::letter, News::event);
    }

    /** Makes one mail of the runs of all schedules for each user with a due digest; returns whether a mail was made. */
    private boolean keepDigests() {
        Instant now = clock.instant();
        if (now.isBefore(nextDigests)) {
            return false;
        }
        boolean made = keep(runs.due(now), run -> run.reader().account(), digests::letter, ScheduleRun::event);
        nextDigests = now.plus(DIGESTS);
        return made;
    }

    /**
     * Keeps one mail for each account about the events of the account, except for users who have had
     * too many mails in the last hour, or have chosen otherwise meanwhile.
     *
     * @return whether a mail was kept
     */
    private <T> boolean keep(
            List<T> all, Function<T, String> account, Function<List<T>, Letter> letter, Function<T, String> event) {
        Map<String, List<T>> byUser =
                all.stream().collect(Collectors.groupingBy(account, LinkedHashMap::new, Collectors.toList()));
        boolean made = false;
        for (Map.Entry<String, List<T>> user : byUser.entrySet()) {
            if (table.lastHour(user.getKey(), clock.instant()) < settings.perHour()) {
                List<String> events = user.getValue().stream().map(event).toList();
                made |= table.keep(user.getKey(), letter.apply(user.getValue()), events, clock.instant());
            }
        }
        return made;
    }

    /** Sends the mails that are due. A failure ends the round, because the next mail would wait for the same server. */
    private void sendDue() {
        for (MailRow row : table.due(clock.instant())) {
            Optional<String> failure = failure(row);
            if (failure.isPresent()) {
                failed(row, failure.get());
                return;
            }
            end(row, Kind.MAIL_TAKEN, "taken");
        }
    }

    private Optional<String> failure(MailRow row) {
        try {
            sender.send(row.letter());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("the mail {} cannot be sent", row, e);
            return Optional.of("internal error");
        }
    }

    private void failed(MailRow row, String why) {
        Instant now = clock.instant();
        if (settings.pace().isOver(row.made(), now)) {
            end(row, Kind.MAIL_GIVEN_UP, "given up: " + why);
            return;
        }
        LOG.info("the mail {} was not taken, try {}: {}", row, row.tries() + 1, why);
        table.again(row, settings.pace().next(row.tries(), now));
    }

    private void end(MailRow row, Kind kind, String how) {
        String text = "mail " + row + ", try " + (row.tries() + 1) + ", " + how;
        table.end(row, clock.instant(), new Entry(kind, OperationLedger.SERVICE, "local", text));
    }

    /** Waits a moment for a mail under way to be recorded; the next service repeats the others. */
    @Override
    public void close() {
        rounds.close();
    }
}
