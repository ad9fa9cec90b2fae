package dev.slipway.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.account.Account;
import dev.slipway.clock.RetryPace;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Mails of users over a real store with real jobs. The test stands in for the mail server. */
abstract class MailBench {
    static final Set<MailEvent> ALL = Set.of(MailEvent.values());
    static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
    private static final Pattern CODE = Pattern.compile("\\b[0-9]{8}\\b");

    @TempDir
    Path folder;

    final LinkedBlockingQueue<Letter> sent = new LinkedBlockingQueue<>();
    volatile boolean away;
    MiddlewareTestBed bed;
    Mails mails;

    private final MailSettings settings;

    private final MailSender server = letter -> {
        sent.add(letter);
        if (away) {
            throw new IOException("mail.example.org:587: connection refused");
        }
    };

    /** @param perHour the most mails about jobs for a user in an hour */
    MailBench(int perHour) {
        settings = new MailSettings(
                URI.create("https://slipway.example.org:8443"),
                perHour,
                new RetryPace(Duration.ofSeconds(10), Duration.ofSeconds(40), Duration.ofHours(1)));
    }

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        enrol(MiddlewareTestBed.ALICE);
        mails = begun();
    }

    @AfterEach
    void stop() {
        mails.close();
        bed.close();
    }

    final void enrol(Caller user) {
        bed.middleware.accounts().put(new Account(user.user(), "hash", Set.of(Caller.Role.USER), Grants.ALL));
    }

    final Mails begun() {
        Mails.Store store = new Mails.Store(
                bed.dataSource, bed.middleware.ledger(), bed.middleware.journal(), bed.middleware.desk());
        return new Mails(store, settings, server, bed.clock).start();
    }

    final MailDesk desk() {
        return mails.desk();
    }

    /** Makes the choice of a user, and confirms the user's address by the code that was sent to it. */
    final void confirm(Caller user, Set<MailEvent> events, Digest digest) {
        desk().choose(user, user.user() + "@example.org", events, digest, ZONE);
        desk().confirm(user, code(next()));
    }

    static String code(Letter letter) {
        Matcher code = CODE.matcher(letter.body());
        assertThat(code.find()).isTrue();
        return code.group();
    }

    final JobToken closed() throws InterruptedException {
        return closed(JobRequests.small());
    }

    final JobToken closed(JobRequest request) throws InterruptedException {
        return closed(MiddlewareTestBed.ALICE, request);
    }

    final JobToken closed(Caller user, JobRequest request) throws InterruptedException {
        JobToken token = bed.desk().submit(user, MiddlewareTestBed.submission(request, "<job/>"));
        bed.desk().cancel(user, token);
        bed.untilClosed(token);
        return token;
    }

    /** Adds rows to the store that are like the job's, with tokens and submission ids of their own. */
    final void copy(JobToken token, int times) throws SQLException {
        String sql = """
                INSERT INTO slipway.job SELECT (jsonb_populate_record(j, jsonb_build_object(
                  'token', lpad(i::text, 32, '0'), 'accepted_order', -i, 'sid', j.sid || '-' || i))).*
                FROM slipway.job j, generate_series(1, %d) i WHERE j.token = '%s'""".formatted(times, token);
        assertThat(execute(sql)).isEqualTo(times);
    }

    final Letter next() {
        return Await.next(sent);
    }

    /** Lets the postman look three times, and returns whether no mail was sent. */
    final boolean nothingElse() {
        int looks = mails.looks() + 3;
        Await.until("three looks", () -> mails.looks() >= looks);
        return sent.isEmpty();
    }

    /** Changes the store, and returns the number of changed rows. */
    final int execute(String sql) throws SQLException {
        try (Connection connection = bed.dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    final int number(String query) throws SQLException {
        try (Connection connection = bed.dataSource.getConnection();
                Statement select = connection.createStatement();
                var row = select.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
