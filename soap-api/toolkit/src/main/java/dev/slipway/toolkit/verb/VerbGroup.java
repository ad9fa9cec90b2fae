package dev.slipway.toolkit.verb;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A group of verbs, which does nothing without one of its verbs. */
public abstract class VerbGroup implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public final void run() {
        throw new ParameterException(spec.commandLine(), "which verb of " + spec.name() + "?");
    }
}
