package dev.slipway.toolkit.audit;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the auditor's verbs. */
@Command(
        name = "audit",
        description = "Verifies the journal, exports and checks records of jobs, and lists the service's operations.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {AuditVerify.class, AuditExport.class, AuditCheck.class, AuditOperations.class})
public final class Audit extends VerbGroup {}
