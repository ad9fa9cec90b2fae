package dev.slipway.gateway;

import dev.slipway.gateway.files.SharedFolder;
import dev.slipway.gateway.http.HttpSite;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.ssh.SshHost;
import java.util.List;

/** All places that the operator lets documents name. */
public record GatewayPlaces(
        List<DatabaseSource> sources, List<SshHost> hosts, List<HttpSite> sites, List<SharedFolder> folders) {}
