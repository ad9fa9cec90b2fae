package dev.slipway.gateway.files;

import dev.slipway.gateway.blocks.BlockFormat;

/**
 * Settings for the staging of files.
 *
 * @param blocks of compressed files
 * @param spareBytes that staging leaves free on the run folder's file system; a step that would take them is an outage
 */
public record FileSettings(BlockFormat blocks, long spareBytes) {
    /** Standard blocks, and 64 MiB spare for logs and programs. */
    public static final FileSettings STANDARD = new FileSettings(BlockFormat.STANDARD, 64L * 1024 * 1024);
}
