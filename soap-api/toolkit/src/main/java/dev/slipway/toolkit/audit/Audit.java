package dev.slipway.toolkit.audit;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the auditor's verbs. */
@Command(
        name = "audit",
        description = "Verifies the journal, exports and checks records of jobs, and lists the service's operations.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {AuditVerify.class, AuditExport.class, AuditCheck.class, AuditOperations.class})
public final class Audit implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of audit?");
    }
}
