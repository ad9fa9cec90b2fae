/** Who may wait at the door, for how long, and how many: what Tomcat leaves open. Knows Tomcat and nothing of ours. */
package dev.slipway.server.doorstep;
