package dev.slipway.run.hosts;

import dev.slipway.disk.FullDisk;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.StreamApplication;
import dev.slipway.run.GuardRecords;
import dev.slipway.run.GuardedLauncher;
import dev.slipway.run.HostList;
import dev.slipway.run.HostsNote;
import dev.slipway.run.Launcher;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.RunCommands;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunHost;
import dev.slipway.run.RunOrder;
import dev.slipway.run.RunSighting;
import dev.slipway.run.StorageSettings;
import dev.slipway.run.UnfitMpi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs programs over lists of hosts. mpirun runs on this machine under a guard, and the guard starts the daemons of
 * mpirun by ssh. A run gets slots before the intent to launch the run is recorded. The service's note of the hosts is
 * on disk before the guard is called. The run keeps the slots of a host until the end of the run there is proven, and
 * the end of the run counts once all hosts have the proof.
 */
public final class HostsLauncher implements Launcher {
    private static final KillPoint CHECKED = new KillPoint("hosts", "hosts checked, not noted");
    private static final KillPoint NOTED = new KillPoint("hosts", "hosts noted, guard not called");
    private static final KillPoint END_UNPROVEN = new KillPoint("hosts", "run over, end on a host not noted");
    private static final KillPoint END_PROVEN = new KillPoint("hosts", "end on a host noted");

    private final List<HostList> lists;
    private final RunCommands commands;
    private final HostSlots slots;
    private final ListedHosts hosts;
    private final HostsWay way;
    private final Launcher machine;
    private final Witness witness;

    /**
     * Makes the launcher, with the slots taken that the notes in all run folders name.
     *
     * @param settings the settings of runs on this machine; the hosts have the same guard and programs
     */
    public HostsLauncher(
            List<HostList> lists,
            HostCommands calls,
            MpirunSettings settings,
            RunFolders folders,
            StorageSettings storage,
            Witness witness) {
        this.lists = List.copyOf(lists);
        this.commands = new RunCommands(settings);
        this.slots = new HostSlots(lists);
        this.hosts = new ListedHosts(lists, calls, settings, System::nanoTime);
        this.way = new HostsWay(commands, this::list);
        this.machine = new GuardedLauncher(settings, folders, storage, way, witness);
        this.witness = witness;
        for (String run : names(folders)) {
            if (!Files.isDirectory(folders.of(run).root())) {
                continue;
            }
            HostsNote.read(folders.of(run)).ifPresent(note -> {
                if (!note.open().isEmpty()) {
                    slots.keep(run, note.open());
                }
                note.shares().forEach(hosts::know);
            });
        }
    }

    private static List<String> names(RunFolders folders) {
        try {
            return folders.names();
        } catch (IOException e) {
            throw new ProblemException(
                    new Problem(
                            ProblemCode.INTERNAL, "cannot list the run folders, whose runs have hosts", e.toString()),
                    e);
        }
    }

    /** Returns whether a run has a slot. */
    public boolean hasRuns() {
        return slots.areTaken();
    }

    private HostList list(RunOrder order) {
        return hosts.list(order.partition())
                .orElseThrow(() -> new ProblemException(Problem.of(
                        ProblemCode.RUN_HOST_AWAY,
                        "partition " + order.partition() + " has no list of hosts any more, and the run " + order.name()
                                + " was to start over hosts")));
    }

    @Override
    public List<KillPoint> killPoints() {
        return Stream.concat(Stream.of(CHECKED, NOTED, END_UNPROVEN, END_PROVEN), machine.killPoints().stream())
                .toList();
    }

    @Override
    public String machine(RunOrder order) {
        return "hosts of " + order.partition();
    }

    @Override
    public List<Problem> obstacles(String partition, String submitter, LaunchRequest request) {
        List<Problem> obstacles = new ArrayList<>(commands.obstacles(request));
        if (request.application() instanceof StreamApplication) {
            obstacles.add(Problem.of(
                    ProblemCode.DEMAND_NOT_TAKEN,
                    "a stream application runs on the service's machine, and partition " + partition
                            + " is a list of hosts"));
        } else if (!slots.fitsEver(partition, request, host -> true)) {
            obstacles.add(new Problem(
                    ProblemCode.DEMAND_NOT_TAKEN,
                    "partition " + partition + " has no hosts for " + Placement.demands(request),
                    "its hosts: "
                            + RunHost.words(
                                    hosts.list(partition).map(HostList::hosts).orElse(List.of()))));
        }
        return obstacles;
    }

    @Override
    public LaunchPlan plan(RunOrder order) {
        List<Problem> obstacles = obstacles(order.partition(), order.submitter(), order.request());
        if (!obstacles.isEmpty()) {
            throw new ProblemException(obstacles.get(0));
        }
        return new LaunchPlan(machine.plan(order).argv(), machine(order));
    }

    /**
     * Gives slots to the run, if enough slots are free on hosts that may get a run. If the run needs a host that does
     * not answer, or can never start, the run does not wait for slots: {@link #start} and {@link #plan} report why.
     */
    @Override
    public boolean reserve(RunOrder order) {
        return taken(order).isPresent() || !slots.fitsEver(order.partition(), order.request(), hosts::isUp);
    }

    private Optional<List<RunHost>> taken(RunOrder order) {
        return slots.take(order.name(), order.partition(), order.request(), hosts::isUp);
    }

    @Override
    public void release(RunOrder order) {
        slots.free(order.name());
    }

    @Override
    public Map<String, Integer> freeSlots() {
        return slots.free();
    }

    @Override
    public List<RunHost> hosts(RunOrder order) {
        return HostsNote.read(order.folder()).map(HostsNote::hosts).orElse(List.of());
    }

    @Override
    public void start(RunOrder order) throws InterruptedException {
        if (GuardRecords.claimed(order.folder().root())) {
            return;
        }
        Optional<HostsNote> before = HostsNote.read(order.folder());
        HostsNote note;
        if (before.isPresent()) {
            note = before.get();
            check(order, note.hosts());
        } else {
            note = placed(order);
            witness.passes(CHECKED);
            note.write(order.folder());
        }
        write(order, note.hosts());
        witness.passes(NOTED);
        machine.start(order);
    }

    /** Finds hosts that can have the run now. Until the note is written, the run may get other hosts. */
    private HostsNote placed(RunOrder order) throws InterruptedException {
        for (int tries = 0; tries <= list(order).hosts().size(); tries++) {
            Optional<List<RunHost>> given = taken(order);
            if (given.isEmpty()) {
                break;
            }
            try {
                return new HostsNote(order.partition(), check(order, given.get()));
            } catch (ProblemException e) {
                slots.free(order.name());
                if (!e.problem().isOutage()) {
                    throw e;
                }
            }
        }
        throw new ProblemException(noHosts(order));
    }

    private List<HostsNote.Share> check(RunOrder order, List<RunHost> given) throws InterruptedException {
        List<HostsNote.Share> shares = new ArrayList<>();
        for (RunHost host : given) {
            shares.add(new HostsNote.Share(host, hosts.check(order.partition(), host, order.folder()), false));
        }
        return shares;
    }

    private Problem noHosts(RunOrder order) {
        List<Problem> away = hosts.away(order.partition());
        String needs = Placement.demands(order.request());
        return away.isEmpty()
                ? Problem.of(
                        ProblemCode.RUN_HOST_AWAY,
                        "other runs have the slots of partition " + order.partition() + " that are needed for " + needs)
                : new Problem(
                        ProblemCode.RUN_HOST_AWAY,
                        "the hosts of partition " + order.partition() + " that can be used are too few for " + needs
                                + ": " + away.get(0).message(),
                        String.join("\n", away.stream().map(Problem::message).toList()) + "\n"
                                + away.get(0).detail());
    }

    /** Writes the files that mpirun and the guard read. mpirun is another user than the service. */
    private void write(RunOrder order, List<RunHost> given) {
        Path root = order.folder().root();
        try {
            for (Map.Entry<String, String> file : way.files(order, given).entrySet()) {
                Path part = root.resolve(file.getKey() + ".part");
                Files.writeString(part, file.getValue());
                Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-r--r--"));
                Files.move(part, root.resolve(file.getKey()), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new ProblemException(FullDisk.problem(root, "cannot write the hosts of the run into " + root, e), e);
        }
    }

    @Override
    public RunSighting look(RunOrder order) throws InterruptedException {
        RunSighting seen = machine.look(order);
        if (seen instanceof RunSighting.Ended ended) {
            prove(order);
            return ended.by(UnfitMpi.problem(order, ended));
        }
        return seen;
    }

    @Override
    public boolean hasNews(RunOrder order) {
        return machine.hasNews(order);
    }

    @Override
    public void kill(RunOrder order) throws InterruptedException {
        machine.kill(order);
        prove(order);
    }

    /**
     * Proves that a run which has ended on this machine has ended on each host, and notes each proof. Tries all hosts,
     * so that one host without an answer does not keep the slots of another host taken.
     *
     * @throws ProblemException RUN_HOST_ENDING if the end on a host cannot be proven now
     */
    private void prove(RunOrder order) throws InterruptedException {
        Optional<HostsNote> found = HostsNote.read(order.folder());
        List<Problem> unproven = new ArrayList<>();
        HostsNote note = found.orElse(new HostsNote(order.partition(), List.of()));
        for (HostsNote.Share share : note.shares()) {
            if (share.proven()) {
                continue;
            }
            try {
                proveOn(share, note.partition(), order.folder());
                witness.passes(END_UNPROVEN);
                note = note.proving(share.host());
                note.write(order.folder());
                slots.keep(order.name(), note.open());
                witness.passes(END_PROVEN);
            } catch (ProblemException e) {
                unproven.add(e.problem());
            }
        }
        if (!unproven.isEmpty()) {
            throw new ProblemException(ending(unproven));
        }
        slots.free(order.name());
    }

    private static Problem ending(List<Problem> unproven) {
        Problem first = unproven.get(0);
        return new Problem(
                first.code(),
                "the run has ended here, and nobody knows whether it has ended everywhere: "
                        + String.join(
                                "; ", unproven.stream().map(Problem::message).toList()),
                first.detail());
    }

    /** Proves the end of a run on one host. A run without a started program has no processes on other hosts. */
    private void proveOn(HostsNote.Share share, String partition, RunFolder folder) throws InterruptedException {
        if (GuardRecords.hasStarted(folder.root()) && !GuardRecords.endedOn(share.machine(), folder.root())) {
            hosts.end(partition, share.host(), folder);
        }
    }
}
