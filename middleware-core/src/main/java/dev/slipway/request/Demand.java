package dev.slipway.request;

/** The kinds of demand that a run can make on the machines of its partition, beside slots, time and limits. */
public enum Demand {
    HOSTS("a number of hosts"),
    PROCESSES_PER_HOST("a number of processes on each host"),
    THREADS("processors for the threads of each process"),
    PROCESSORS_PER_HOST("a number of processors on each host"),
    MEMORY_PER_HOST("memory set aside on each host"),
    EXCLUSIVE("hosts without other jobs"),
    CONSTRAINT("a constraint on hosts"),
    RESERVATION("a reservation"),
    QOS("a quality of service"),
    RERUN("another start by the cluster"),
    ACCOUNT("an account to charge"),
    FLAVOUR("an implementation of MPI");

    private final String words;

    Demand(String words) {
        this.words = words;
    }

    /** Returns the meaning of the demand, for messages such as "no partition takes a number of hosts". */
    public String words() {
        return words;
    }
}
