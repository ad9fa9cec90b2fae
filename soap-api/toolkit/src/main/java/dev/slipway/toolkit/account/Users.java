package dev.slipway.toolkit.account;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the verbs for users. */
@Command(
        name = "user",
        description = "Makes users, sets passwords, grants and revokes roles, sources, hosts, sites and folders;"
                + " for operators.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {UserAdd.class, UserPasswd.class, UserGrant.class, UserRevoke.class, UserList.class})
public final class Users implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which verb of user?");
    }
}
