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
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A note of the service in the root of a run folder, which only the service writes: one JSON object.
 *
 * @param name the name of the file
 */
record NoteFile(String name) {
    static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Returns the content of the note; empty for a folder without the note. */
    <T> Optional<T> read(RunFolder folder, Function<JsonNode, T> content) {
        Path file = folder.root().resolve(name);
        try {
            return Optional.of(content.apply(MAPPER.readTree(Files.readString(file))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw new ProblemException(
                    new Problem(ProblemCode.INTERNAL, "cannot read the service's note " + file, e.toString()), e);
        }
    }

    /** Writes the note into the folder, whole and durable. */
    void write(RunFolder folder, JsonNode content) {
        replace(folder, content);
        try {
            DurableNames.sync(folder.root());
        } catch (IOException e) {
            throw unwritten(folder, e);
        }
    }

    /** Replaces the note. If the machine loses power now, the folder may have the earlier note, which is whole. */
    void replace(RunFolder folder, JsonNode content) {
        Path file = folder.root().resolve(name);
        Path part = folder.root().resolve(name + ".part");
        try {
            Files.write(part, content.toString().getBytes(StandardCharsets.UTF_8));
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw unwritten(folder, e);
        }
    }

    private ProblemException unwritten(RunFolder folder, IOException e) {
        return new ProblemException(
                FullDisk.problem(folder.root(), "cannot write " + folder.root().resolve(name), e), e);
    }
}
