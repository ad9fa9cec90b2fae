package dev.slipway.run;

import dev.slipway.disk.DurableNames;
import dev.slipway.disk.FullDisk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service's record, in a run folder, that the run may have been submitted to a cluster. The note is on disk before
 * sbatch is called, and gets the number of the job once sbatch has answered. Without a note no cluster has the run.
 *
 * @param account the user of the operating system as whom the run was submitted
 * @param number the number of the run in the cluster; empty while the cluster's answer is unknown
 */
public record ClusterNote(String cluster, OsAccount account, Optional<String> number) {
    private static final String FILE = "cluster.json";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Returns the note of this folder; empty if no cluster can know the run. */
    public static Optional<ClusterNote> read(RunFolder folder) {
        Path file = folder.root().resolve(FILE);
        try {
            JsonNode note = MAPPER.readTree(Files.readString(file));
            return Optional.of(new ClusterNote(
                    note.path("cluster").asString(),
                    new OsAccount(
                            note.path("user").asString(),
                            note.path("uid").asInt(),
                            note.path("gid").asInt()),
                    Optional.ofNullable(note.path("number").asString(null))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new ProblemException(
                    new Problem(ProblemCode.INTERNAL, "cannot read the service's note " + file, e.toString()), e);
        }
    }

    /** Writes this note into the folder, whole and durable. */
    public void write(RunFolder folder) {
        Path file = folder.root().resolve(FILE);
        Path part = folder.root().resolve(FILE + ".part");
        try {
            Files.write(part, json());
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            DurableNames.sync(folder.root());
        } catch (IOException e) {
            throw new ProblemException(FullDisk.problem(folder.root(), "cannot write " + file, e), e);
        }
    }

    private byte[] json() {
        var note = MAPPER.createObjectNode()
                .put("cluster", cluster)
                .put("user", account.name())
                .put("uid", account.uid())
                .put("gid", account.gid());
        number.ifPresent(given -> note.put("number", given));
        return note.toString().getBytes(StandardCharsets.UTF_8);
    }
}
