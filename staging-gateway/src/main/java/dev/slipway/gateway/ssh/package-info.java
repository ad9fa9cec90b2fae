/** Files from and to other hosts over SFTP. Uses files and step. */
package dev.slipway.gateway.ssh;
