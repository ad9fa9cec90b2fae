package dev.slipway.run.hosts;

import dev.slipway.run.HostList;
import java.time.Duration;
import java.util.List;

/** Runs commands on the hosts of lists, by the operator's login. */
@FunctionalInterface
public interface HostCommands {
    /** A service without lists of hosts. */
    HostCommands NONE = (list, host, argv, timeout) -> {
        throw new IllegalStateException("this service reaches no host of a list");
    };

    /** The most bytes of each output that an answer keeps. */
    int MOST_BYTES = 4000;

    /**
     * The answer of a command on a host.
     *
     * @param status the exit status of the command
     */
    record Answer(int status, String out, String err) {}

    /**
     * Runs a command on a host of the list, and returns the answer, also for an exit status other than 0.
     *
     * @throws dev.slipway.problem.ProblemException if there is no answer; the host may still have run the command
     */
    Answer answer(HostList list, String host, List<String> argv, Duration timeout) throws InterruptedException;
}
