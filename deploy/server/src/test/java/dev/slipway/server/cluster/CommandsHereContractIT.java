package dev.slipway.server.cluster;

import dev.slipway.run.OsAccount;
import dev.slipway.run.UserDatabase;
import dev.slipway.run.slurm.ClusterCommands;
import dev.slipway.run.slurm.CommandsHere;
import java.util.Optional;

/** Commands on this machine, as a user of this machine. */
class CommandsHereContractIT extends ClusterCommandsContract {
    @Override
    ClusterCommands commands() {
        return new CommandsHere(Clusters.main(Optional.of(bed.slurm().conf())));
    }

    @Override
    OsAccount account() {
        return new UserDatabase().find(ClusterBed.BOTH).orElseThrow();
    }
}
