/** Files of a run folder: read without following links, written whole or not at all; CSV by PostgreSQL's rule. Uses blocks and step. */
package dev.slipway.gateway.files;
