package dev.slipway.listing;

import dev.slipway.desk.Caller;
import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/**
 * The only entry to the columns and filters that users keep. Each caller reaches only those of the caller's own
 * account. All calls throw {@link ProblemException}.
 */
public final class ListingDesk {
    /** The most filters of one user. */
    public static final int MOST_FILTERS = 30;

    /** The most characters of the name of a filter. */
    public static final int LONGEST_NAME = 60;

    private static final int LONGEST_QUERY = 2000;

    private final ListingTable table;

    public ListingDesk(DataSource store) {
        this.table = new ListingTable(store);
    }

    /** Returns the columns that the caller has added. */
    public Set<ListColumn> columns(Caller caller) {
        return table.columns(caller.user());
    }

    /** Keeps the columns that the caller wants to see beside the usual ones. */
    public void choose(Caller caller, Set<ListColumn> columns) {
        table.choose(caller.user(), columns);
    }

    /** Returns the caller's filters by name. */
    public List<SavedFilter> filters(Caller caller) {
        return table.filters(caller.user());
    }

    /**
     * Keeps a filter. A filter that the caller has under this name is replaced.
     *
     * @throws ProblemException FORM_INVALID for a name that is empty, too long or of several lines; FORM_QUOTA beyond
     *     {@link #MOST_FILTERS}
     */
    public void save(Caller caller, SavedFilter filter) {
        String name = filter.name().strip();
        if (name.isEmpty() || name.length() > LONGEST_NAME || !name.equals(Printable.line(name))) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID,
                    "the name of a filter has 1 to " + LONGEST_NAME + " characters in one line"));
        }
        if (filter.query().length() > LONGEST_QUERY) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID, "filter " + name + " is longer than " + LONGEST_QUERY + " characters"));
        }
        if (!table.save(caller.user(), new SavedFilter(name, filter.query()), MOST_FILTERS)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_QUOTA,
                    "user " + caller.user() + " has " + MOST_FILTERS + " filters, which is the most"));
        }
    }

    /** Removes the caller's filter of this name, if there is one. */
    public void remove(Caller caller, String name) {
        table.remove(caller.user(), name);
    }
}
