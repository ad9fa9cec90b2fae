package dev.slipway.dispatch;

import dev.slipway.job.Job;
import dev.slipway.request.LaunchRequest;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunOrder;

/** Makes the orders by which launchers know runs. */
record RunOrders(RunFolders folders, Partitions partitions) {

    /** Returns the order for the run of this job. */
    RunOrder of(Job job) {
        LaunchRequest launch = job.request().launch();
        String partition = job.acceptance().partition();
        return new RunOrder(
                job.token().value(),
                folders.of(job.token().value()),
                launch,
                partitions.wallSeconds(partition, launch),
                partitions.memory(partition, launch),
                partition,
                job.owner());
    }
}
