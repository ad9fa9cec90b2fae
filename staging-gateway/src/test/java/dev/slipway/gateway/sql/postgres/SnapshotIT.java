package dev.slipway.gateway.sql.postgres;

import static dev.slipway.gateway.GatewayTestBed.ask;
import static dev.slipway.gateway.GatewayTestBed.extract;
import static dev.slipway.gateway.GatewayTestBed.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MemoryLedger;
import dev.slipway.gateway.sql.driver.DriverSource;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.servers.MariaDbDatabase;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.staging.Snapshot;
import dev.slipway.staging.SnapshotLedger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests extracts of one job that read one state of the database, and the loss of that state. */
@Timeout(300)
class SnapshotIT {
    private static final String HOLDERS = " FROM pg_stat_activity WHERE datname = current_database()"
            + " AND application_name = '" + Snapshots.APPLICATION + "'";

    private PostgresDatabase database;

    @TempDir
    private Path folder;

    private GatewayTestBed bed;
    private final Taken ledger = new Taken();

    /** The snapshots in the journal of one job. */
    private static final class Taken implements SnapshotLedger {
        private final List<Snapshot> all = new ArrayList<>();

        @Override
        public Optional<Snapshot> taken() {
            return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
        }

        @Override
        public void take(Snapshot snapshot) {
            all.add(snapshot);
        }
    }

    @BeforeEach
    void open() throws Exception {
        database = PostgresDatabase.fresh();
        GatewayTestBed.run(
                database, "CREATE TABLE trade AS SELECT n AS id, 10 * n AS price FROM generate_series(1, 3) n");
        bed = GatewayTestBed.on(database, folder, GatewayLimits.STANDARD);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private static MemoryLedger sharing(Taken taken) {
        return new MemoryLedger().sharing(taken);
    }

    private void shared(StagingStep step, Taken taken) throws InterruptedException {
        bed.move(step, sharing(taken));
    }

    private void change() throws SQLException {
        GatewayTestBed.run(database, "UPDATE trade SET price = price + 1");
    }

    @Test
    void all_extracts_read_what_was_there_when_the_first_began() throws Exception {
        shared(extract("SELECT id FROM trade ORDER BY id", "ids.csv"), ledger);
        change();
        shared(extract("SELECT price FROM trade ORDER BY id", "copied.csv"), ledger);
        shared(extract("SELECT price FROM trade WHERE id = ?", "joined.csv", rows("ids.csv", "id")), ledger);
        shared(
                extract(
                        "SELECT sum(price) AS price FROM trade WHERE id = coalesce(?, 0)",
                        "sums.csv",
                        rows("ids.csv", "id")),
                ledger);
        shared(
                extract("SELECT slipway.price FROM trade slipway WHERE id = ?", "by-row.csv", rows("ids.csv", "id")),
                ledger);

        for (String file : List.of("copied.csv", "joined.csv", "sums.csv", "by-row.csv")) {
            assertThat(bed.text(file)).as(file).isEqualTo("price\n10\n20\n30\n");
        }
        bed.move(extract("SELECT price FROM trade ORDER BY id", "later.csv"));
        assertThat(bed.text("later.csv")).isEqualTo("price\n11\n21\n31\n");
        assertThat(ledger.all).hasSize(1);
    }

    @Test
    void statements_can_ask_as_of_when_they_read() throws Exception {
        String asked = "current_setting('slipway.as_of')::timestamptz";
        shared(extract("SELECT " + asked + " AS at", "first.csv"), ledger);
        change();
        shared(extract("SELECT id FROM trade WHERE " + asked + " <= now() ORDER BY id", "ids.csv"), ledger);
        shared(
                extract("SELECT " + asked + " AS at FROM trade WHERE id = ?", "rows.csv", rows("ids.csv", "id")),
                ledger);

        String asOf = ledger.taken().orElseThrow().asOf();
        assertThat(bed.text("first.csv")).isEqualTo("at\n" + asOf + "\n");
        assertThat(bed.text("rows.csv")).isEqualTo("at\n" + (asOf + "\n").repeat(3));
        assertThat(bed.text("ids.csv")).isEqualTo("id\n1\n2\n3\n");
        bed.move(extract("SELECT " + asked + " > '" + asOf + "' AS later", "alone.csv"));
        assertThat(bed.text("alone.csv")).isEqualTo("later\nt\n");
    }

    @Test
    void a_lost_snapshot_stays_lost_until_the_job_lets_go_of_it() throws Exception {
        StagingStep step = extract("SELECT price FROM trade ORDER BY id", "prices.csv");
        bed.move(step, sharing(ledger));
        change();
        GatewayTestBed.run(database, "SELECT pg_terminate_backend(pid)" + HOLDERS);

        assertLost(step);
        assertLost(step);
        bed.gateway.release(GatewayTestBed.TOKEN);
        assertLost(step);
        bed.gateway.release(GatewayTestBed.TOKEN);
        Taken anew = new Taken();
        bed.move(step, sharing(anew));

        assertThat(bed.text("prices.csv")).isEqualTo("price\n11\n21\n31\n");
        assertThat(anew.all).hasSize(1).doesNotContainAnyElementsOf(ledger.all);
    }

    private void assertLost(StagingStep step) {
        assertThatThrownBy(() -> bed.move(step, sharing(ledger))).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().code()).as(e.toString()).isEqualTo(ProblemCode.SNAPSHOT_LOST);
            assertThat(e.problem().code().kind()).isEqualTo(ProblemKind.OUTAGE);
        });
    }

    @Test
    void a_snapshot_that_only_the_journal_knows_is_lost() {
        ledger.take(new Snapshot("00000003-0000001B-1", "2026-01-02 12:00:00+00"));

        assertLost(extract("SELECT 1 AS a", "a.csv"));
    }

    @Test
    void nothing_is_held_after_the_release() throws Exception {
        shared(extract("SELECT 1 AS a", "a.csv"), ledger);
        assertThat(ask(database, "SELECT count(*)" + HOLDERS)).isEqualTo("1");

        bed.gateway.release(GatewayTestBed.TOKEN);

        Await.until("nobody holds the snapshot", () -> ask(database, "SELECT count(*)" + HOLDERS)
                .equals("0"));
    }

    @Test
    void a_database_without_snapshots_to_share_is_told() throws Exception {
        MariaDbDatabase other = MariaDbDatabase.fresh();
        try (GatewayTestBed elsewhere = DriverSource.bed(DriverSource.of(other, folder), folder)) {
            assertThatThrownBy(() -> elsewhere.move(extract("SELECT 1 AS a", "a.csv"), sharing(ledger)))
                    .isInstanceOfSatisfying(
                            ProblemException.class, e -> assertThat(e.problem().message())
                                    .contains("risk")
                                    .contains("no snapshots"));
        }
    }
}
