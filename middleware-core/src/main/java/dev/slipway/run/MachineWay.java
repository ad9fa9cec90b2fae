package dev.slipway.run;

import java.util.List;
import java.util.Map;

/** Runs on this machine alone, with a network of their own. */
record MachineWay(RunCommands commands) implements GuardedWay {
    @Override
    public RunCommand command(RunOrder order) {
        return commands.of(order);
    }

    @Override
    public List<String> options(RunOrder order) {
        return List.of();
    }

    @Override
    public Map<String, String> environment(GuardCommand guard) {
        return guard.environment(System.getenv());
    }
}
