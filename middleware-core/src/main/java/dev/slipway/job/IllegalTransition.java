package dev.slipway.job;

/** An event that the job's state does not allow. This is always an error of Slipway; the journal stays unchanged. */
public final class IllegalTransition extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    IllegalTransition(JobToken token, String state, JobEvent.Kind event, String reason) {
        super("job " + token + ": " + event + " is not allowed in " + state + ": " + reason);
    }
}
