package dev.slipway.run.slurm;

import dev.slipway.effect.Witness;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterNote;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterStage;
import dev.slipway.run.OsAccount;
import dev.slipway.run.ProgressFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import dev.slipway.run.StorageSettings;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The runs on a cluster that does not see the run folders of the service. Each run has a second folder in the scratch
 * folder of the cluster, and its program works there. The note of the run records the stage of the second folder. The
 * service reports the end of a run only when the files of the run are here and the second folder is gone.
 */
final class ScratchRuns implements AutoCloseable {
    private final ClusterSettings cluster;
    private final ScratchShell shell;
    private final ScratchFiles files;
    private final RecordMirror mirror;
    private final Transfers transfers;

    /** The ends of runs with files that are not all here yet. */
    private final Map<String, RunSighting> ends = new ConcurrentHashMap<>();

    ScratchRuns(ClusterSettings cluster, ClusterWay.Scratch scratch, StorageSettings storage, Witness witness) {
        this.cluster = cluster;
        shell = new ScratchShell(cluster, scratch.commands(), scratch.files().root());
        files = new ScratchFiles(cluster.name(), scratch.files(), shell, storage, witness);
        mirror = new RecordMirror(cluster, shell, System::nanoTime, storage.jobBytes());
        transfers = new Transfers(cluster.name());
    }

    ScratchFiles files() {
        return files;
    }

    /** Returns the second folder of a run before the first file is sent. */
    ClusterNote.Away away(RunOrder order) {
        return new ClusterNote.Away(shell.complete(order.name()), ClusterNote.Stage.SENDING);
    }

    /**
     * Returns the second folders of runs, for a run that has one.
     *
     * @throws ProblemException CLUSTER_AWAY if the folder of the note does not lie in the scratch folder of the
     *     settings
     */
    static ScratchRuns of(Optional<ScratchRuns> scratch, ClusterSettings cluster, RunOrder order, ClusterNote note) {
        return scratch.filter(folders -> folders.has(order, note))
                .orElseThrow(() -> new ProblemException(Problem.of(
                        ProblemCode.CLUSTER_AWAY,
                        "the files of run " + order.name() + " are in a scratch folder of cluster " + cluster.name()
                                + ", which the settings do not name any more")));
    }

    private boolean has(RunOrder order, ClusterNote note) {
        return note.away().map(ClusterNote.Away::folder).equals(Optional.of(shell.complete(order.name())));
    }

    /** Sends the files of a run, soon. Returns the note once all files are there, and the note says so. */
    Optional<ClusterNote> sent(RunOrder order, ClusterNote note) throws InterruptedException {
        if (!transfers.done(order.name(), note.account(), () -> files.send(order, note.account()))) {
            return Optional.empty();
        }
        ClusterNote sent = note.at(ClusterNote.Stage.SENT);
        sent.write(order.folder());
        return Optional.of(sent);
    }

    /** Judges the state of a run by the records of the run here. */
    @FunctionalInterface
    interface Judge {
        RunSighting look() throws InterruptedException;
    }

    /** Looks at a run with a second folder. */
    RunSighting look(RunOrder order, ClusterNote note, Judge judge) throws InterruptedException {
        String run = order.name();
        if (note.isAt(ClusterNote.Stage.SENDING)) {
            return transfers.isUnderWay(run)
                    ? RunSighting.Waiting.in(ClusterStage.UNKNOWN)
                    : new RunSighting.Unclaimed();
        }
        RunSighting end = ends.get(run);
        if (end == null) {
            if (note.isAt(ClusterNote.Stage.SENT)) {
                mirror.follow(order, note.account());
            }
            end = judge.look();
            if (!(end instanceof RunSighting.Ended) && !(end instanceof RunSighting.Lost)) {
                return end;
            }
            mirror.forget(run);
            ends.put(run, end);
        }
        if (note.isAt(ClusterNote.Stage.SENT)) {
            if (!transfers.done(run, note.account(), () -> fetch(order, note.account()))) {
                return RunSighting.Waiting.in(ClusterStage.FETCHING);
            }
            note.at(ClusterNote.Stage.FETCHED).write(order.folder());
        }
        remove(order, note);
        return end instanceof RunSighting.Ended ended ? withProgress(order, ended) : end;
    }

    private void fetch(RunOrder order, OsAccount account) throws InterruptedException {
        mirror.renew(order, account);
        files.fetch(order, account);
    }

    /** Returns the end with the last progress, which may have come after the record of the end. */
    private static RunSighting withProgress(RunOrder order, RunSighting.Ended ended) {
        return new RunSighting.Ended(
                ended.report(),
                ended.error(),
                ProgressFile.read(order.folder().tmp(), RunFolder.PROGRESS),
                ended.cause());
    }

    private void remove(RunOrder order, ClusterNote note) throws InterruptedException {
        files.remove(order, note.account());
        note.at(ClusterNote.Stage.REMOVED).write(order.folder());
        ends.remove(order.name());
    }

    /** Returns whether files of the run are moving, or have moved since the last look. */
    boolean isMoving(String run) {
        return ends.containsKey(run) || transfers.isUnderWay(run) || transfers.hasResult(run);
    }

    /** Returns whether a transfer of the run has ended since the last look. */
    boolean hasMoved(String run) {
        return transfers.hasResult(run);
    }

    /** Returns whether the run is over, and the files of the run are being fetched. */
    boolean isOver(String run) {
        return ends.containsKey(run);
    }

    /** Makes the records of a run new. */
    void renew(RunOrder order, ClusterNote note) throws InterruptedException {
        mirror.renew(order, note.account());
    }

    /** Returns whether the second folder of a run is gone, so that no guard can start there any more. */
    boolean isGone(RunOrder order, ClusterNote note) throws InterruptedException {
        return !shell.exists(note.account(), order.name());
    }

    /** Breaks off a transfer of the run, and removes the second folder with all files in that folder. */
    void drop(RunOrder order, ClusterNote note) throws InterruptedException {
        transfers.stop(order.name());
        mirror.forget(order.name());
        remove(order, note);
    }

    @Override
    public void close() {
        transfers.close();
    }
}
