package dev.slipway.run.hosts;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.HostList;
import dev.slipway.run.HostsNote;
import dev.slipway.run.MpirunSettings;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunHost;
import dev.slipway.run.ServiceIdentity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The hosts of all lists, and the findings of the calls to these hosts. The service leaves a host that does not answer,
 * or that cannot have a run, alone for a time that grows with each failure. So such a host hardly delays the runs on
 * other hosts. Thread-safe.
 */
final class ListedHosts {
    private static final Duration CHECK = Duration.ofSeconds(20);
    /** The time that a kill may take after the grace of the run: the guard of the host waits for the kernel. */
    private static final Duration KILL_BEYOND_GRACE = Duration.ofSeconds(30);

    private static final long FIRST_REST = Duration.ofSeconds(2).toNanos();
    private static final long LAST_REST = Duration.ofSeconds(30).toNanos();

    /** The script that tells the guard, the run folder, the user and the host's own name, before a run. */
    private static final String ASK = "[ -x \"$1\" ]; g=$?; [ -w \"$2\" ]; f=$?; echo \"$g $f $(id -u) $(uname -n)\"";

    /**
     * The script that ends each guard of a run on the host. A guard without a claim on its folder can then never start.
     */
    private static final String END = "for f in \"$1\"/hosts/\"$(uname -n)\".*; do [ -d \"$f\" ] || continue;"
            + " \"$2\" kill --folder \"$f\" || exit; done";

    private final List<HostList> lists;
    private final HostCommands commands;
    private final Path guard;
    private final Duration grace;
    private final LongSupplier nanos;
    private final Map<String, Away> away = new ConcurrentHashMap<>();
    private final Map<String, String> machines = new ConcurrentHashMap<>();

    /**
     * A host that could not be used.
     *
     * @param rest how long the host is left alone
     */
    private record Away(Problem problem, long until, long rest) {}

    ListedHosts(List<HostList> lists, HostCommands commands, MpirunSettings settings, LongSupplier nanos) {
        this.lists = List.copyOf(lists);
        this.commands = commands;
        this.guard = settings.guard();
        this.grace = settings.grace();
        this.nanos = nanos;
    }

    /** Returns whether a run may be given to the host, as far as the service knows without a call. */
    boolean isUp(String host) {
        Away found = away.get(host);
        return found == null || nanos.getAsLong() - found.until() >= 0;
    }

    /** Returns why hosts of the partition cannot be used now. */
    List<Problem> away(String partition) {
        return list(partition).map(HostList::hosts).orElse(List.of()).stream()
                .map(host -> away.get(host.name()))
                .filter(found -> found != null)
                .map(Away::problem)
                .toList();
    }

    Optional<HostList> list(String partition) {
        return lists.stream().filter(list -> list.partition().equals(partition)).findFirst();
    }

    /**
     * Checks that the host can have a run in this folder, and returns the host's own name.
     *
     * @throws ProblemException RUN_HOST_AWAY if the host cannot have the run now
     */
    String check(String partition, RunHost host, RunFolder folder) throws InterruptedException {
        HostCommands.Answer answer = call(
                ProblemCode.RUN_HOST_AWAY,
                partition,
                host,
                List.of("sh", "-c", ASK, "sh", guard.toString(), folder.root().toString()),
                CHECK);
        String[] words = answer.out().strip().split(" ");
        Optional<String> fault = words.length == 4
                ? fault(host, words, folder)
                : Optional.of("answers a question about itself with: " + answer.out() + answer.err());
        if (fault.isPresent()) {
            throw failed(host.name(), Problem.of(ProblemCode.RUN_HOST_AWAY, "host " + host.name() + " " + fault.get()));
        }
        away.remove(host.name());
        return words[3];
    }

    /** @param words the answer to {@link #ASK} */
    private Optional<String> fault(RunHost host, String[] words, RunFolder folder) {
        List<String> faults = new ArrayList<>();
        if (!words[0].equals("0")) {
            faults.add("has no guard program at " + guard);
        }
        if (!words[1].equals("0")) {
            faults.add("does not see the run folder " + folder.root() + ", or cannot write there");
        }
        if (!words[2].equals(Integer.toString(ServiceIdentity.number()))) {
            faults.add("lets the service in as user " + words[2] + ", and the service is user "
                    + ServiceIdentity.number());
        }
        String other = machines.putIfAbsent(words[3], host.name());
        if (other != null && !other.equals(host.name())) {
            faults.add("calls itself " + words[3] + ", as host " + other + " does, so they may be one machine");
        }
        return faults.isEmpty() ? Optional.empty() : Optional.of(String.join("; it ", faults));
    }

    /** Notes a host's own name, as the host told the name before a restart of the service. */
    void know(HostsNote.Share share) {
        machines.putIfAbsent(share.machine(), share.host().name());
    }

    /**
     * Ends all processes of a run on the host. Returns once no process of the run is left.
     *
     * @throws ProblemException RUN_HOST_ENDING if that cannot be proven now
     */
    void end(String partition, RunHost host, RunFolder folder) throws InterruptedException {
        HostCommands.Answer answer = call(
                ProblemCode.RUN_HOST_ENDING,
                partition,
                host,
                List.of("sh", "-c", END, "sh", folder.root().toString(), guard.toString()),
                grace.plus(KILL_BEYOND_GRACE));
        if (answer.status() != 0) {
            throw new ProblemException(new Problem(
                    ProblemCode.RUN_HOST_ENDING,
                    "host " + host.name() + " may have a process of the run left",
                    answer.err().strip()));
        }
        away.remove(host.name());
    }

    private HostCommands.Answer call(
            ProblemCode code, String partition, RunHost host, List<String> argv, Duration timeout)
            throws InterruptedException {
        if (!isUp(host.name())) {
            Problem known = away.get(host.name()).problem();
            throw new ProblemException(new Problem(code, known.message(), known.detail()));
        }
        Optional<HostList> list = list(partition)
                .filter(one -> names(one, host))
                .or(() -> lists.stream().filter(one -> names(one, host)).findFirst());
        if (list.isEmpty()) {
            throw new ProblemException(Problem.of(
                    code,
                    "host " + host.name() + ", which has a part of the run, is in no list of hosts any more: set"
                            + " slipway.partitions." + partition + ".hosts as before"));
        }
        try {
            return commands.answer(list.get(), host.name(), argv, timeout);
        } catch (ProblemException e) {
            Problem problem = e.problem();
            throw failed(
                    host.name(),
                    new Problem(
                            code, "host " + host.name() + " does not answer: " + problem.message(), problem.detail()));
        }
    }

    private static boolean names(HostList list, RunHost host) {
        return list.hosts().stream().anyMatch(one -> one.name().equals(host.name()));
    }

    private ProblemException failed(String host, Problem problem) {
        away.compute(host, (name, before) -> {
            long rest = before == null ? FIRST_REST : Math.min(LAST_REST, 2 * before.rest());
            return new Away(problem, nanos.getAsLong() + rest, rest);
        });
        return new ProblemException(problem);
    }
}
