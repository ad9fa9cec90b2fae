package dev.slipway.gateway.ssh;

import dev.slipway.gateway.files.FileStamp;

/** A regular file of a host, as it was when it was looked at. */
record RemoteFile(RemoteVersion version, FileStamp stamp) {}
