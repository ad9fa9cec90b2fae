package dev.slipway.run.slurm;

import dev.slipway.disk.FullDisk;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.StreamApplication;
import dev.slipway.run.ArrayPlace;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ClusterUsers;
import dev.slipway.run.GuardCommand;
import dev.slipway.run.GuardRecords;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.OsAccount;
import dev.slipway.run.RunCommand;
import dev.slipway.run.RunCommands;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunOrder;
import dev.slipway.run.StorageSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Makes the files, the commands and the identity of a run on a cluster. */
public final class SlurmRuns {
    /** The file with the document's variables, in the folder of the guard's records. */
    private static final String VARIABLES = "variables";

    /** The file for messages of the batch script, before the program has files of its own. */
    static final String LOG = "batch.log";

    private final ClusterSettings cluster;
    private final MpirunSettings settings;
    private final RunCommands commands;
    private final RunFolders folders;
    private final StorageSettings storage;
    private final ClusterIdentities identities;
    private final Clock clock;

    /** @param settings the settings of runs on the service's machine; clusters use the same guard and programs */
    public SlurmRuns(
            ClusterSettings cluster,
            MpirunSettings settings,
            RunFolders folders,
            StorageSettings storage,
            ClusterUsers users,
            Clock clock) {
        this.cluster = cluster;
        this.settings = settings;
        this.commands = new RunCommands(settings);
        this.folders = folders;
        this.storage = storage;
        this.identities = new ClusterIdentities(cluster, users);
        this.clock = clock;
    }

    Clock clock() {
        return clock;
    }

    StorageSettings storage() {
        return storage;
    }

    List<Problem> obstacles(String submitter, LaunchRequest request) {
        List<Problem> obstacles = new ArrayList<>(commands.obstacles(request));
        obstacle(obstacles, () -> identities.account(submitter));
        obstacle(
                obstacles,
                () -> identities.charged(submitter, request.demand().choice().account()));
        boolean several =
                request.demand().hosts().filter(range -> range.least() > 1).isPresent();
        if (several && request.application() instanceof StreamApplication) {
            obstacles.add(Problem.of(
                    ProblemCode.DEMAND_NOT_TAKEN,
                    "a stream application runs on one host, and the document asks for more"));
        }
        return obstacles;
    }

    /**
     * Adds the problem of a check. An outage of the cluster adds no problem, because jobs can be submitted
     * meanwhile.
     */
    private static void obstacle(List<Problem> obstacles, Runnable check) {
        try {
            check.run();
        } catch (ProblemException e) {
            if (e.problem().code().kind() != ProblemKind.OUTAGE) {
                obstacles.add(e.problem());
            }
        }
    }

    OsAccount account(RunOrder order) {
        return identities.account(order.submitter());
    }

    private GuardCommand guard(RunOrder order) {
        return new GuardCommand(settings, order, storage.jobBytes(), storage.jobEntries());
    }

    private RunCommand command(RunOrder order) {
        return commands.onCluster(order, cluster.hosts().mpich());
    }

    SbatchOptions options(RunOrder order) {
        return new SbatchOptions(
                order,
                Optional.ofNullable(cluster.queues().get(order.partition()))
                        .orElseThrow(() -> new ProblemException(Problem.of(
                                ProblemCode.PARTITION_UNKNOWN,
                                "partition " + order.partition() + " is not one of cluster " + cluster.name()))),
                settings.grace().toSeconds(),
                identities.charged(
                        order.submitter(), order.request().demand().choice().account()));
    }

    /** Returns the launch command for the journal, without paths of the run folder. */
    List<String> told(RunOrder order) {
        List<String> argv = new ArrayList<>(List.of("sbatch"));
        argv.addAll(options(order).demands());
        argv.addAll(guard(order).told(command(order)));
        return argv;
    }

    /** Returns the submission of a run that goes alone. */
    SlurmSubmission submission(RunOrder order, BatchScript script) {
        return new SlurmSubmission(options(order), order.folder().guard().resolve(LOG), script.text());
    }

    /**
     * Returns the submission of an array.
     *
     * @param order one of the runs, which all have the same demands
     * @param scripts the scripts of the runs by their indices
     */
    SlurmSubmission submission(RunOrder order, ArrayPlace place, SortedMap<Integer, BatchScript> scripts) {
        return new SlurmSubmission(
                options(order),
                Optional.of(new SlurmArray(place, List.copyOf(scripts.keySet()))),
                Path.of("/dev/null"),
                BatchScript.ofArray(scripts));
    }

    /** Returns the words by which the cluster judges the run. Runs with equal words can be in one array. */
    List<String> judged(RunOrder order) {
        return options(order).judged();
    }

    BatchScript script(RunOrder order) {
        GuardCommand guard = guard(order);
        Path records = order.folder().guard();
        return new BatchScript(
                order.name(),
                guard.batchEnvironment(cluster.hosts().munge()),
                guard.batch(command(order), cluster.hosts().munge()),
                records.resolve(VARIABLES).toString(),
                records.resolve(LOG).toString());
    }

    /**
     * Returns the commands by which the user of the run makes sure that the run never starts or starts again.
     *
     * @param there the same order with the run folder as the hosts of the cluster see it
     */
    List<List<String>> ends(RunOrder order, RunOrder there) {
        GuardCommand guard = guard(there);
        List<List<String>> ends = new ArrayList<>();
        if (guard.mayRunAgain()) {
            ends.add(guard.close());
        }
        if (!GuardRecords.claimed(order.folder().guard())) {
            ends.add(guard.claim());
        }
        return ends;
    }

    /**
     * Writes the files that the run reads. Before a crash the folder may have been given to the user of the run. So
     * each file is made anew, and no link is followed that the user may have made.
     *
     * @param there the same order with the run folder as the hosts of the cluster see it
     */
    void write(RunOrder order, RunOrder there) {
        commands.probeObstacle(order.request()).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        RunCommand command = command(there);
        try {
            Files.createDirectories(order.folder().guard());
            replace(order.folder().guard().resolve(VARIABLES), command.variables());
            for (Map.Entry<String, byte[]> file : command.files().entrySet()) {
                replace(order.folder().tmp().resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            String what =
                    "cannot write what the run reads into " + order.folder().root();
            throw new ProblemException(FullDisk.problem(order.folder().root(), what, e), e);
        }
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.deleteIfExists(part);
        Files.write(part, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }

    void handOver(RunOrder order, OsAccount account) {
        folders.handOver(order.folder(), account);
    }

    void open(RunOrder order) {
        folders.open(order.folder());
    }
}
