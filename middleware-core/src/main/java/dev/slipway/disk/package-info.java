/** What a disk has free, which failures are those of a full disk, and how names become durable on one. May use problems. */
package dev.slipway.disk;
