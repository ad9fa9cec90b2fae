package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the guard program wrote into the root of a run folder. */
final class GuardRecords {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private GuardRecords() {}

    static boolean claimed(RunFolder folder) {
        return Files.exists(folder.root().resolve("claim"));
    }

    /** How the run ended; empty while it has not. */
    static Optional<RunSighting.Ended> ended(RunFolder folder) {
        Optional<JsonNode> ended = read(folder.root().resolve("ended.json"));
        if (ended.isEmpty()) {
            return Optional.empty();
        }
        JsonNode end = ended.get();
        Instant at = Instant.ofEpochMilli(end.path("ended_ms").asLong());
        Instant started = read(folder.root().resolve("started.json"))
                .map(start -> Instant.ofEpochMilli(start.path("started_ms").asLong()))
                .orElse(at);
        RunReport report = new RunReport(
                end.path("exit_status").asInt(),
                end.path("signal").asInt(),
                end.path("reason").asString("exited"),
                started,
                at,
                end.path("user_s").asDouble(),
                end.path("system_s").asDouble(),
                end.path("max_rss_bytes").asLong());
        Optional<String> error =
                Optional.ofNullable(end.path("error").asString(null)).filter(text -> !text.isBlank());
        return Optional.of(new RunSighting.Ended(report, error, ProgressFile.read(folder.tmp(), RunFolder.PROGRESS)));
    }

    static JsonNode parse(String json) {
        return MAPPER.readTree(json);
    }

    private static Optional<JsonNode> read(Path file) {
        try {
            return Optional.of(MAPPER.readTree(Files.readString(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException e) {
            throw new ProblemException(
                    new Problem(ProblemCode.INTERNAL, "cannot read the guard's record " + file, e.toString()), e);
        }
    }
}
