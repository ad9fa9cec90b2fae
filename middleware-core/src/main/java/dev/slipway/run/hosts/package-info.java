/** Runs over the operator's lists of hosts: the slots that runs have, the ssh calls to hosts, and the ends there. */
package dev.slipway.run.hosts;
