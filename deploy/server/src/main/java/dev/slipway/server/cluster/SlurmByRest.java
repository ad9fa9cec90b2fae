package dev.slipway.server.cluster;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ArrayPlace;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.OsAccount;
import dev.slipway.run.slurm.ClusterAnswer;
import dev.slipway.run.slurm.ClusterCall;
import dev.slipway.run.slurm.ClusterWay;
import dev.slipway.run.slurm.CommandsHere;
import dev.slipway.run.slurm.SbatchOptions;
import dev.slipway.run.slurm.SbatchRefusal;
import dev.slipway.run.slurm.SlurmJob;
import dev.slipway.run.slurm.SlurmRequests;
import dev.slipway.run.slurm.SlurmSubmission;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes requests to Slurm by slurmrestd, which answers only the holder of a user's token. slurmrestd lists all jobs and
 * cannot select names. Only the guard's claim or closing of a run folder is a command, which runs on the service's
 * machine.
 */
public final class SlurmByRest implements SlurmRequests {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int USUAL_MOST_IN_ARRAY = 1_000;
    private static final String OPENAPI = "/openapi/v3";

    private final ClusterSettings cluster;
    private final RestClient client;
    private final UserTokens tokens;
    private final CommandsHere here;
    private final Clock clock;
    private volatile Optional<RestVersion> version = Optional.empty();

    /**
     * The slurmrestd of a cluster.
     *
     * @param address the address, without a path
     * @param watcher the user who asks for the states of all runs
     * @param tokens the folder with a file for each user's token
     */
    public record Place(URI address, String watcher, Path tokens) {}

    SlurmByRest(ClusterSettings cluster, Place place, Clock clock) {
        this.cluster = cluster;
        this.clock = clock;
        this.tokens = new UserTokens(cluster.name(), place.tokens(), clock);
        this.client = new RestClient(cluster.name(), place.address(), tokens, cluster.timeout());
        this.here = new CommandsHere(cluster);
    }

    /** Returns the way to a cluster by its slurmrestd. */
    public static ClusterWay way(ClusterSettings cluster, Place place, Clock clock) {
        return new ClusterWay(
                new SlurmByRest(cluster, place, clock), new UsersWithTokens(cluster.name(), place.watcher()));
    }

    @Override
    public List<SlurmJob> queued(List<String> names, Set<OsAccount> owners, OsAccount account, Instant now)
            throws InterruptedException {
        if (names.isEmpty()) {
            return List.of();
        }
        RestClient.Answer answer = ask(account, version(account).path("jobs"));
        RestReply reply = reply(answer, RestReply.Wanted.named(names), now);
        if (!answer.well() || !reply.errors().isEmpty() || !reply.listed()) {
            throw untold("states of runs", reply, account);
        }
        return reply.jobs().stream()
                .filter(job -> owners.stream().anyMatch(job::isOf))
                .toList();
    }

    /** Returns no job: slurmrestd reaches accounting only where slurmdbd runs. The guards' records tell the ends. */
    @Override
    public List<SlurmJob> accounted(List<String> names, OsAccount account) {
        return List.of();
    }

    @Override
    public boolean knows(String number, String jobName, Optional<String> comment, OsAccount account)
            throws InterruptedException {
        // Only the number of its array finds a waiting job of an array.
        RestClient.Answer answer = ask(account, version(account).path("job/" + ArrayPlace.arrayNumber(number)));
        String run = ArrayPlace.nameOf(jobName, number);
        boolean isAny = run.equals(jobName);
        RestReply.Wanted wanted = job -> Stream.of(run)
                .filter(name -> job.name().equals(jobName) && (isAny || job.isOf(run)))
                .filter(name -> comment.map(job.comment()::equals).orElse(true));
        RestReply reply = reply(answer, wanted, clock.instant());
        if (answer.well() && reply.listed()) {
            return reply.jobs().stream().anyMatch(job -> job.isOf(account));
        }
        if (SbatchRefusal.isNoJob(reply.words())) {
            return false;
        }
        refuseOutage(reply, account);
        return true;
    }

    @Override
    public Optional<Integer> exitStatus(String number, OsAccount account) throws InterruptedException {
        RestClient.Answer answer = ask(account, version(account).path("job/" + number));
        RestReply reply = reply(answer, RestReply.Wanted.NONE, clock.instant());
        if (!answer.well() && !SbatchRefusal.isNoJob(reply.words())) {
            refuseOutage(reply, account);
        }
        return reply.exitStatus();
    }

    /** Throws the outage if the errors of an answer about a job say that the cluster is away. */
    private void refuseOutage(RestReply reply, OsAccount account) {
        if (SbatchRefusal.isAway(reply.words()) || isUnspecified(reply)) {
            throw untold("states of runs", reply, account);
        }
    }

    @Override
    public Set<String> partitions(OsAccount account) throws InterruptedException {
        RestClient.Answer answer = ask(account, version(account).path("partitions"));
        RestReply reply = reply(answer, RestReply.Wanted.NONE, clock.instant());
        if (!answer.well() || !reply.errors().isEmpty() || reply.partitions().isEmpty()) {
            throw untold("partitions", reply, account);
        }
        return reply.partitions();
    }

    /** Returns no problem: slurmrestd judges a run only when the run is submitted. */
    @Override
    public List<Problem> trial(SbatchOptions options, OsAccount account) {
        return List.of();
    }

    /**
     * Returns the number that Slurm allows if the cluster's settings name no other. slurmrestd does not tell the
     * number. A cluster that allows fewer refuses the array, and then the runs go alone.
     */
    @Override
    public Optional<Integer> mostInArray(OsAccount account) {
        return Optional.of(USUAL_MOST_IN_ARRAY);
    }

    @Override
    public String submit(SlurmSubmission run, OsAccount account, Runnable begun) throws InterruptedException {
        RestVersion spoken = version(account);
        RestClient.Request request =
                new RestClient.Request("POST", spoken.path("job/submit"), Optional.of(new RestJob(run, spoken).json()));
        RestReply reply = reply(client.answer(account.name(), request, begun), RestReply.Wanted.NONE, clock.instant());
        if (reply.number().isPresent()) {
            // Messages beside a number are warnings, such as that the job must wait.
            return reply.number().get();
        }
        if (reply.errors().isEmpty()) {
            // After this problem, the next try looks for the run by its name.
            throw client.away("does not tell the number of the run", "");
        }
        throw new ProblemException(SbatchRefusal.problem(cluster.name(), reply.words()));
    }

    @Override
    public void cancel(List<String> numbers, OsAccount account, Runnable begun) throws InterruptedException {
        RestVersion spoken = version(account);
        for (String number : numbers) {
            RestClient.Request request =
                    new RestClient.Request("DELETE", spoken.path("job/" + number), Optional.empty());
            client.answer(account.name(), request, begun);
        }
    }

    @Override
    public ClusterAnswer guard(List<String> command, OsAccount account) throws InterruptedException {
        return here.answer(new ClusterCall(command, "", account, cluster.timeout()));
    }

    /** Returns the version to speak. Asks slurmrestd for its versions if no version is known yet. */
    private RestVersion version(OsAccount account) throws InterruptedException {
        Optional<RestVersion> known = version;
        if (known.isPresent()) {
            return known.get();
        }
        RestClient.Answer answer = ask(account, OPENAPI);
        try {
            version = RestVersion.choose(MAPPER.readTree(answer.body()));
        } catch (JacksonException e) {
            throw client.away("does not describe its paths in JSON", e.getOriginalMessage());
        }
        return version.orElseThrow(() -> client.away("describes no path to submit a job", ""));
    }

    private RestClient.Answer ask(OsAccount account, String path) throws InterruptedException {
        return client.answer(account.name(), RestClient.Request.get(path), () -> {});
    }

    private RestReply reply(RestClient.Answer answer, RestReply.Wanted wanted, Instant now) {
        try {
            return RestReply.read(answer.body(), wanted, now);
        } catch (JacksonException e) {
            if (answer.isMissing()) {
                // Another slurmrestd may have taken the place of the one that described its versions.
                version = Optional.empty();
            }
            throw client.away("answers with status " + answer.status() + " and no JSON", e.getOriginalMessage());
        }
    }

    private static boolean isUnspecified(RestReply reply) {
        return reply.errors().stream().anyMatch(RestReply.Fault::isUnspecified);
    }

    private ProblemException untold(String what, RestReply reply, OsAccount account) {
        String remedy = isUnspecified(reply)
                ? "\nSlurm also gives this answer to a token that it does not accept. " + tokens.remedy(account.name())
                : "";
        return client.away("does not tell the " + what, reply.words() + remedy);
    }
}
