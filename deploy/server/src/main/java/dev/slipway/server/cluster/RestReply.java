package dev.slipway.server.cluster;

import dev.slipway.run.ArrayPlace;
import dev.slipway.run.slurm.SlurmJob;
import dev.slipway.run.slurm.SlurmState;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The JSON of an answer of slurmrestd, of any version. Unknown fields, and jobs of an unknown form, are left out.
 *
 * @param listed whether the answer has a list of jobs
 * @param jobs the jobs of the wanted names
 * @param partitions the names of the cluster's partitions, in an answer that lists partitions
 * @param errors Slurm's messages
 * @param number the number of a job that was submitted
 * @param exitStatus the exit status of the last job in the list, unless a signal ended the job
 */
record RestReply(
        boolean listed,
        List<SlurmJob> jobs,
        Set<String> partitions,
        List<Fault> errors,
        Optional<String> number,
        Optional<Integer> exitStatus) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Slurm's number for a failure without a number of its own, such as a token that the cluster does not accept. */
    private static final int UNSPECIFIED = -1;

    private static final int SIGNAL_BITS = 0x7f;
    private static final int MOST_STATUS = 255;

    /** A message of Slurm with its number; 0 for a message without a number. */
    record Fault(int number, String words) {
        private static Fault of(JsonNode node) {
            int number = node.path("error_number").asInt(node.path("error_code").asInt(0));
            return new Fault(
                    number,
                    Stream.of("description", "error")
                            .map(field -> node.path(field).asString(""))
                            .filter(text -> !text.isBlank())
                            .distinct()
                            .collect(Collectors.joining(": ")));
        }

        boolean isUnspecified() {
            return number == UNSPECIFIED;
        }
    }

    /**
     * Reads an answer, one job after the other, because an answer lists all jobs of a cluster.
     *
     * @throws tools.jackson.core.JacksonException for an answer that is not JSON, or not complete
     */
    static RestReply read(InputStream body, Set<String> names, Instant now) {
        boolean listed = false;
        List<SlurmJob> jobs = new ArrayList<>();
        Set<String> partitions = new HashSet<>();
        List<Fault> errors = new ArrayList<>();
        Optional<String> number = Optional.empty();
        Optional<Integer> exitStatus = Optional.empty();
        try (JsonParser parser = MAPPER.createParser(body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String field = parser.currentName();
                JsonToken value = parser.nextToken();
                if (field.equals("jobs") && value == JsonToken.START_ARRAY) {
                    listed = true;
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        JsonNode element = parser.readValueAsTree();
                        exitStatus = exitStatus(element.path("exit_code"));
                        job(element, now)
                                .filter(job -> names.contains(job.name()))
                                .ifPresent(jobs::add);
                    }
                } else if (field.equals("partitions") && value == JsonToken.START_ARRAY) {
                    elements(parser.readValueAsTree())
                            .map(partition -> partition.path("name").asString(""))
                            .forEach(partitions::add);
                } else if (field.equals("errors") && value == JsonToken.START_ARRAY) {
                    elements(parser.readValueAsTree()).map(Fault::of).forEach(errors::add);
                } else if (field.equals("job_id")) {
                    number = whole(parser.readValueAsTree())
                            .filter(given -> given > 0)
                            .map(String::valueOf);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return new RestReply(
                listed, List.copyOf(jobs), Set.copyOf(partitions), List.copyOf(errors), number, exitStatus);
    }

    /** Returns Slurm's messages, one a line. */
    String words() {
        return errors.stream().map(Fault::words).distinct().collect(Collectors.joining("\n"));
    }

    private static Optional<SlurmJob> job(JsonNode node, Instant now) {
        String name = node.path("name").asString("");
        Optional<String> number = whole(node.path("job_id")).map(String::valueOf);
        Optional<Long> uid = whole(node.path("user_id"));
        List<String> words = words(node.path("job_state"));
        if (name.isEmpty() || number.isEmpty() || uid.isEmpty() || words.isEmpty()) {
            return Optional.empty();
        }
        String word = word(words);
        Optional<String> member = whole(node.path("array_task_id")).flatMap(task -> whole(node.path("array_job_id"))
                .filter(array -> array > 0)
                .map(array -> array + "_" + task));
        String reason = node.path("state_reason").asString("");
        String found = member.orElse(number.get());
        return Optional.of(new SlurmJob(
                found,
                uid.get(),
                ArrayPlace.nameOf(name, found),
                SlurmState.of(word),
                word,
                whole(node.path("restart_cnt"))
                        .filter(count -> count >= 0 && count <= Integer.MAX_VALUE)
                        .map(Math::toIntExact)
                        .orElse(0),
                whole(node.path("start_time"))
                        .filter(seconds -> seconds > 0)
                        .map(Instant::ofEpochSecond)
                        .filter(time -> SlurmJob.isForeseeable(time, now)),
                reason.equals("None") ? "" : reason));
    }

    /** Returns the exit status: older versions give the number of wait(2), and newer versions an object. */
    private static Optional<Integer> exitStatus(JsonNode code) {
        return code.isObject()
                ? whole(code.path("return_code"))
                        .filter(status -> status >= 0 && status <= MOST_STATUS)
                        .map(Math::toIntExact)
                : whole(code)
                        .filter(status ->
                                (status & SIGNAL_BITS) == 0 && status >= 0 && status >> Byte.SIZE <= MOST_STATUS)
                        .map(status -> Math.toIntExact(status >> Byte.SIZE));
    }

    /**
     * Returns the state among the words of a job. The first word is the state, and flags such as COMPLETING follow. As
     * in squeue, a flag counts more than the state. Unknown flags do not count.
     */
    private static String word(List<String> words) {
        return words.stream()
                .filter(word -> SlurmState.of(word) != SlurmState.OTHER)
                .reduce((before, last) -> last)
                .orElse(words.get(0));
    }

    private static List<String> words(JsonNode state) {
        return (state.isArray() ? elements(state) : Stream.of(state))
                .map(word -> word.asString(""))
                .filter(word -> !word.isBlank())
                .toList();
    }

    /** Returns a whole number, which newer versions wrap into an object that says whether the number is set. */
    private static Optional<Long> whole(JsonNode node) {
        if (node.isObject()) {
            return node.path("set").asBoolean(false) ? whole(node.path("number")) : Optional.empty();
        }
        return node.canConvertToLong() ? Optional.of(node.asLong()) : Optional.empty();
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
