/** BGZF, the block-compressed files that any MPI rank can read at any block. Uses nothing of Slipway. */
package dev.slipway.gateway.blocks;
