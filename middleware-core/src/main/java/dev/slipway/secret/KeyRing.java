package dev.slipway.secret;

import dev.slipway.desk.Caller;
import java.util.List;

/** The port to the service's keys. */
public interface KeyRing {

    /** Returns the keys in use, for each purpose the newest first; older keys still open and check earlier messages. */
    List<PublishedKey> published();

    /**
     * Makes a new key and returns it; passwords sealed for earlier keys can still be opened. For operators; recorded
     * among the operations.
     *
     * @throws dev.slipway.problem.ProblemException NOT_AUTHORISED for others
     */
    PublishedKey rotate(Caller caller, PublishedKey.Purpose purpose);
}
