package dev.slipway.secret;

import dev.slipway.desk.Caller;
import java.util.List;

/** The port to the service's keys. */
public interface KeyRing {

    /** The keys in use, of each purpose the newest first; older ones still open and check what was made before. */
    List<PublishedKey> published();

    /**
     * Makes a new key and gives it; what was sealed by the ones before is still opened. For operators; noted among the operations.
     *
     * @throws dev.slipway.problem.ProblemException NOT_AUTHORISED for others
     */
    PublishedKey rotate(Caller caller, PublishedKey.Purpose purpose);
}
