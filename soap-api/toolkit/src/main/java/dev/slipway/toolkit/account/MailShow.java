package dev.slipway.toolkit.account;

import picocli.CommandLine.Command;

/** Calls the service's mailShow. */
@Command(name = "show", description = "Shows which news of your jobs come by mail, and to which address.")
final class MailShow extends MailVerb {

    @Override
    protected int run() {
        return chosen(ask("mailShow"));
    }
}
