package dev.slipway.gateway.ssh;

import dev.slipway.gateway.files.FileStamp;

/** The version and stamp of a regular file on a host, as last looked at. */
record RemoteFile(RemoteVersion version, FileStamp stamp) {}
