package dev.slipway.toolkit.account;

import picocli.CommandLine.Command;

/** Calls the service's mailChoose without an address. */
@Command(name = "stop", description = "Ends all mails to you, and has the service forget your address.")
final class MailStop extends MailVerb {

    @Override
    protected int run() {
        return chosen(ask("mailChoose"));
    }
}
