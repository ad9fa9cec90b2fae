/** Files from and to other hosts over SFTP or scp. Uses files and step. */
package dev.slipway.gateway.ssh;
