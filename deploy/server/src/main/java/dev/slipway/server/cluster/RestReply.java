package dev.slipway.server.cluster;

import dev.slipway.run.ArrayPlace;
import dev.slipway.run.slurm.SlurmJob;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param jobs the jobs of the wanted runs
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

    /** Tells which runs, of those that were asked for, a job is of. */
    interface Wanted {
        /** No run. */
        Wanted NONE = job -> Stream.empty();

        /** Returns the names of the runs. */
        Stream<String> runs(RestListedJob job);

        /** Returns the question for the runs of these names. */
        static Wanted named(Collection<String> names) {
            Map<String, List<String>> byJob = names.stream().collect(Collectors.groupingBy(ArrayPlace::jobName));
            return job -> byJob.getOrDefault(job.name(), List.of()).stream().filter(job::isOf);
        }
    }

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
     * Reads an answer, one job after the other, because an answer lists all jobs of a cluster. A job with an entry of
     * its own does not wait, even if the cut off indices of its array seem to contain the job's.
     *
     * @throws tools.jackson.core.JacksonException for an answer that is not JSON, or not complete
     */
    static RestReply read(InputStream body, Wanted wanted, Instant now) {
        boolean listed = false;
        Map<String, SlurmJob> jobs = new LinkedHashMap<>();
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
                        RestListedJob job = new RestListedJob(element);
                        wanted.runs(job)
                                .flatMap(run -> job.as(run, now).stream())
                                .forEach(found -> jobs.merge(
                                        found.number(), found, (known, next) -> job.isOfWaiting() ? known : next));
                    }
                } else if (field.equals("partitions") && value == JsonToken.START_ARRAY) {
                    elements(parser.readValueAsTree())
                            .map(partition -> partition.path("name").asString(""))
                            .forEach(partitions::add);
                } else if (field.equals("errors") && value == JsonToken.START_ARRAY) {
                    elements(parser.readValueAsTree()).map(Fault::of).forEach(errors::add);
                } else if (field.equals("job_id")) {
                    number = RestListedJob.whole(parser.readValueAsTree())
                            .filter(given -> given > 0)
                            .map(String::valueOf);
                } else {
                    parser.skipChildren();
                }
            }
        }
        return new RestReply(
                listed, List.copyOf(jobs.values()), Set.copyOf(partitions), List.copyOf(errors), number, exitStatus);
    }

    /** Returns Slurm's messages, one a line. */
    String words() {
        return errors.stream().map(Fault::words).distinct().collect(Collectors.joining("\n"));
    }

    /** Returns the exit status: older versions give the number of wait(2), and newer versions an object. */
    private static Optional<Integer> exitStatus(JsonNode code) {
        return code.isObject()
                ? RestListedJob.whole(code.path("return_code"))
                        .filter(status -> status >= 0 && status <= MOST_STATUS)
                        .map(Math::toIntExact)
                : RestListedJob.whole(code)
                        .filter(status ->
                                (status & SIGNAL_BITS) == 0 && status >= 0 && status >> Byte.SIZE <= MOST_STATUS)
                        .map(status -> Math.toIntExact(status >> Byte.SIZE));
    }

    private static Stream<JsonNode> elements(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
