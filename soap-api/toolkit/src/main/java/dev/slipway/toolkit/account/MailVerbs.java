package dev.slipway.toolkit.account;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the verbs for mails. */
@Command(
        name = "mail",
        description = "Has the service tell you by e-mail when your jobs are done, fail or wait for you.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {MailShow.class, MailChoose.class, MailConfirm.class, MailStop.class})
public final class MailVerbs extends VerbGroup {}
