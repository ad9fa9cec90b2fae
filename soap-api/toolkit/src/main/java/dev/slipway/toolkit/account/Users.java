package dev.slipway.toolkit.account;

import dev.slipway.toolkit.verb.VerbGroup;
import picocli.CommandLine.Command;

/** Groups the verbs for users. */
@Command(
        name = "user",
        description = "Makes users, sets passwords, grants and revokes roles, sources, hosts, sites and folders;"
                + " for operators.",
        synopsisSubcommandLabel = "VERB",
        subcommands = {UserAdd.class, UserPasswd.class, UserGrant.class, UserRevoke.class, UserList.class})
public final class Users extends VerbGroup {}
