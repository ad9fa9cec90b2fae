package dev.slipway.run;

import java.util.List;
import java.util.Map;

/** Decides the command that a guard on this machine starts for a run. */
public interface GuardedWay {
    /** Returns the command of the run. */
    RunCommand command(RunOrder order);

    /** Returns the options of the guard that only runs of this kind have. */
    List<String> options(RunOrder order);

    /** Returns the whole environment of the guard and of the command, without the document's variables. */
    Map<String, String> environment(GuardCommand guard);
}
