package dev.slipway.gateway.files;

import dev.slipway.gateway.blocks.BlockFormat;

/**
 * How files are staged.
 *
 * @param blocks of compressed files
 * @param spareBytes that staging leaves free on the run folder's file system; a step that would take them is an outage
 */
public record FileSettings(BlockFormat blocks, long spareBytes) {
    /** Standard blocks, and 64 MiB left for logs and for the programs. */
    public static final FileSettings STANDARD = new FileSettings(BlockFormat.STANDARD, 64L * 1024 * 1024);
}
