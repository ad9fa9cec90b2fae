package dev.slipway.journal.store;

import dev.slipway.job.JobToken;
import dev.slipway.journal.Transaction;
import dev.slipway.journal.store.NewJobsStatement.NewRow;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Writes new jobs to disk in groups: while one caller commits, the others gather, and the next of them commits for all.
 * So many callers share one statement and one flush of the disk, and a single caller does not wait. Needs no thread of
 * its own.
 */
final class GroupCommit {
    private static final int MOST = 64;

    private final Transaction transaction;
    private final Queue<Waiting> gathered = new ArrayDeque<>();
    private final Object turn = new Object();

    private static final class Waiting {
        private final NewRow row;
        private boolean over;
        private boolean taken;
        private RuntimeException failure;

        Waiting(NewRow row) {
            this.row = row;
        }

        void fail(RuntimeException why) {
            failure = why;
            over = true;
        }
    }

    GroupCommit(Transaction transaction) {
        this.transaction = transaction;
    }

    /**
     * Returns when the job is on disk.
     *
     * @return false if a job of the same owner and submission id existed; then no row was written
     */
    boolean commit(NewRow row) {
        Waiting mine = new Waiting(row);
        synchronized (gathered) {
            gathered.add(mine);
        }
        synchronized (turn) {
            while (!mine.over) {
                write(next());
            }
        }
        if (mine.failure != null) {
            throw mine.failure;
        }
        return mine.taken;
    }

    private List<Waiting> next() {
        synchronized (gathered) {
            List<Waiting> group = new ArrayList<>();
            while (!gathered.isEmpty() && group.size() < MOST) {
                group.add(gathered.remove());
            }
            return group;
        }
    }

    private void write(List<Waiting> group) {
        try {
            write(NewJobsStatement.of(group.stream().map(one -> one.row).toList()), group);
        } catch (RuntimeException e) {
            if (group.size() > 1 && blamesValue(e)) {
                // The rows are written one by one, so that one faulty row does not fail the others.
                group.forEach(one -> write(List.of(one)));
            } else {
                group.forEach(one -> one.fail(e));
            }
        }
    }

    /**
     * Returns whether the store refused a value, rather than the whole group for lack of a connection, by the class of
     * the SQL state.
     */
    private static boolean blamesValue(RuntimeException failure) {
        return failure.getCause() instanceof SQLException cause
                && cause.getSQLState() != null
                && cause.getSQLState().matches("2[23].*");
    }

    private void write(NewJobsStatement rows, List<Waiting> group) {
        Set<JobToken> written = transaction.single("accept a job", rows::write);
        group.forEach(one -> {
            one.taken = written.contains(one.row.job().token());
            one.over = true;
        });
    }
}
