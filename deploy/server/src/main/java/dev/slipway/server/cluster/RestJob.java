package dev.slipway.server.cluster;

import dev.slipway.request.ClusterChoice;
import dev.slipway.request.ResourceDemand;
import dev.slipway.run.slurm.SbatchOptions;
import dev.slipway.run.slurm.SlurmArray;
import dev.slipway.run.slurm.SlurmSubmission;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run in the JSON that slurmrestd takes. The fields mean the same as the options of sbatch for the run.
 *
 * @param version the version of the JSON
 */
record RestJob(SlurmSubmission run, RestVersion version) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** The variables of the batch script. slurmrestd refuses a job without variables. */
    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";

    String json() {
        ObjectNode job = MAPPER.createObjectNode();
        files(job);
        demands(job);
        boolean rerun = run.options().order().request().demand().choice().rerun();
        if (version.takesOptions()) {
            // These options have no values in sbatch, so only the presence of their fields counts.
            job.put(rerun ? "requeue" : "no_requeue", true).put("open_mode", "append");
            job.putObject("environment").put("PATH", PATH);
        } else {
            job.put("requeue", rerun);
            job.putArray("open_mode").add("APPEND");
            job.putArray("environment").add("PATH=" + PATH);
        }
        return MAPPER.createObjectNode()
                .put("script", run.script())
                .set("job", job)
                .toString();
    }

    private void files(ObjectNode job) {
        job.put("standard_input", "/dev/null")
                .put("standard_output", SbatchOptions.pattern(run.log()))
                .put(
                        "current_working_directory",
                        run.array().isPresent()
                                ? "/"
                                : run.options().order().folder().files().toString());
        put(job, "array", run.array().map(SlurmArray::text));
    }

    private void demands(ObjectNode job) {
        SbatchOptions options = run.options();
        String token = options.order().name();
        ResourceDemand demand = options.order().request().demand();
        ClusterChoice choice = demand.choice();
        job.put("name", run.array().map(array -> array.place().array()).orElse(token))
                .put(
                        "comment",
                        run.array().map(array -> array.place().comment()).orElse(token))
                .put("partition", options.queue())
                .put("time_limit", options.minutes())
                .put("tasks", options.order().request().processes());
        put(job, "nodes", options.hosts());
        number(job, "tasks_per_node", demand.processesPerHost());
        number(job, "cpus_per_task", demand.threadsPerProcess());
        number(job, "minimum_cpus_per_node", demand.processorsPerHost());
        put(job, "memory_per_node", options.memory().map(kib -> kib + "K"));
        if (demand.exclusive() && version.takesOptions()) {
            job.put("exclusive", "exclusive");
        } else if (demand.exclusive()) {
            job.putArray("shared").add("none");
        }
        put(job, "constraints", choice.constraint());
        put(job, "reservation", choice.reservation());
        put(job, "qos", choice.qos());
        put(job, "account", options.account());
    }

    private static void put(ObjectNode job, String field, Optional<String> value) {
        value.ifPresent(given -> job.put(field, given));
    }

    private static void number(ObjectNode job, String field, Optional<Integer> value) {
        value.ifPresent(given -> job.put(field, given));
    }
}
