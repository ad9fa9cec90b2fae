package dev.slipway.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The accounts of a cluster that the operator granted, by submitter. A submitter without an entry has no runs on the
 * cluster. A reload of the settings replaces all accounts at once.
 */
public final class ClusterAccounts {
    private volatile Map<String, Account> bySubmitter;

    /**
     * The accounts of one submitter.
     *
     * @param user the name of the user of the operating system for the submitter's runs
     * @param charged the accounts that the submitter's runs may be charged to, the usual one first; empty if the
     *     cluster chooses and no document may name an account
     */
    public record Account(String user, List<String> charged) {
        public Account {
            charged = List.copyOf(charged);
        }
    }

    /** @param bySubmitter the accounts of each submitter */
    public ClusterAccounts(Map<String, Account> bySubmitter) {
        this.bySubmitter = Map.copyOf(bySubmitter);
    }

    /** Returns the accounts of a cluster on which no submitter has runs. */
    public static ClusterAccounts none() {
        return new ClusterAccounts(Map.of());
    }

    /** Takes the accounts of {@code other} in place of these. */
    public void take(ClusterAccounts other) {
        bySubmitter = other.bySubmitter;
    }

    /** Returns the accounts of all submitters. */
    public Map<String, Account> bySubmitter() {
        return bySubmitter;
    }

    /** Returns the accounts of the submitter; empty for a submitter without runs on the cluster. */
    public Optional<Account> of(String submitter) {
        return Optional.ofNullable(bySubmitter.get(submitter));
    }

    @Override
    public String toString() {
        return bySubmitter.toString();
    }
}
