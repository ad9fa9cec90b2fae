/** The free space of a disk, the detection of a full disk, and durable names. May use problems. */
package dev.slipway.disk;
