/** What a disk has free, in bytes and in entries, and which failures are those of a full one. May use problems. */
package dev.slipway.disk;
