package dev.slipway.run;

import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The service's record, in a run folder, that the run may have been submitted to a cluster. The note is on disk before
 * sbatch is called, and gets the number of the job once sbatch has answered. Without a note no cluster has the run.
 *
 * @param account the account of the operating system under which the run was submitted
 * @param number the number of the run in the cluster; empty while the cluster's answer is unknown
 * @param away the run's second folder, on a cluster that does not see the run folders of the service; empty on other
 *     clusters
 * @param place the place of the run in an array of the cluster; empty for a run that was submitted alone
 */
public record ClusterNote(
        String cluster, OsAccount account, Optional<String> number, Optional<Away> away, Optional<ArrayPlace> place) {
    private static final NoteFile FILE = new NoteFile("cluster.json");

    /** The progress of the second folder of a run. */
    public enum Stage {
        /** The folder may exist there, and is not complete. The run was not submitted. */
        SENDING,
        /** The folder is complete there, and the run may have been submitted. */
        SENT,
        /** The run is over, and all files of the run are here. */
        FETCHED,
        /** Also the folder there is gone. */
        REMOVED
    }

    /**
     * The folder of the run in the scratch folder of its cluster.
     *
     * @param folder the path on the hosts of the cluster
     */
    public record Away(Path folder, Stage stage) {}

    /** Makes a note of a run that is submitted alone to a cluster that sees the run folder. */
    public ClusterNote(String cluster, OsAccount account, Optional<String> number) {
        this(cluster, account, number, Optional.empty(), Optional.empty());
    }

    /** Returns the note of a run that the cluster had and has forgotten. */
    public ClusterNote lost() {
        return new ClusterNote(cluster, account, Optional.empty(), away, place.map(ArrayPlace::lost));
    }

    /** Returns the name of the run among the runs of the cluster. */
    public String name(String token) {
        return place.map(ArrayPlace::name).orElse(token);
    }

    /** Returns this note with the number of the run, or without a number. */
    public ClusterNote numbered(Optional<String> found) {
        return new ClusterNote(cluster, account, found, away, place);
    }

    /** Returns the order with the path of the run folder on the hosts of the cluster. */
    public RunOrder there(RunOrder order) {
        return away.map(folder -> order.in(new RunFolder(folder.folder()))).orElse(order);
    }

    /** Returns this note with the second folder in another stage. */
    public ClusterNote at(Stage stage) {
        return new ClusterNote(cluster, account, number, away.map(there -> new Away(there.folder(), stage)), place);
    }

    /** Returns whether the run has a second folder at the cluster, or may have one. */
    public boolean isAway() {
        return away.isPresent() && !isAt(Stage.REMOVED);
    }

    /** Returns whether the run has a second folder in this stage. */
    public boolean isAt(Stage stage) {
        return away.filter(there -> there.stage() == stage).isPresent();
    }

    /** Returns the note of this folder; empty if no cluster can know the run. */
    public static Optional<ClusterNote> read(RunFolder folder) {
        return FILE.read(
                folder,
                note -> new ClusterNote(
                        note.path("cluster").asString(),
                        new OsAccount(
                                note.path("user").asString(),
                                note.path("uid").asInt(),
                                note.path("gid").asInt()),
                        Optional.ofNullable(note.path("number").asString(null)),
                        away(note.path("away")),
                        place(note)));
    }

    private static Optional<Away> away(JsonNode note) {
        return note.isObject()
                ? Optional.of(new Away(
                        Path.of(note.path("folder").asString()),
                        Stage.valueOf(note.path("stage").asString())))
                : Optional.empty();
    }

    private static Optional<ArrayPlace> place(JsonNode note) {
        return Optional.ofNullable(note.path("array").asString(null))
                .map(array -> new ArrayPlace(
                        array, note.path("index").asInt(), note.path("losses").asInt()));
    }

    /** Returns the run at its cluster; empty until the cluster has told the number. */
    public static Optional<ClusterRun> given(RunFolder folder) {
        return read(folder).flatMap(note -> note.number().map(number -> new ClusterRun(note.cluster(), number)));
    }

    /** Writes this note into the folder, whole and durable. */
    public void write(RunFolder folder) {
        FILE.write(folder, json());
    }

    /**
     * Replaces a note that differs only in the number. The folder is not forced to disk: after a loss of power the
     * earlier note may be there, and the service finds the run by its name.
     */
    public void replace(RunFolder folder) {
        FILE.replace(folder, json());
    }

    private JsonNode json() {
        var note = NoteFile.MAPPER
                .createObjectNode()
                .put("cluster", cluster)
                .put("user", account.name())
                .put("uid", account.uid())
                .put("gid", account.gid());
        number.ifPresent(given -> note.put("number", given));
        away.ifPresent(there -> note.putObject("away")
                .put("folder", there.folder().toString())
                .put("stage", there.stage().name()));
        place.ifPresent(
                in -> note.put("array", in.array()).put("index", in.index()).put("losses", in.losses()));
        return note;
    }
}
