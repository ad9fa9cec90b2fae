package dev.slipway.server;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayPlaces;
import dev.slipway.gateway.blocks.BlockFormat;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.files.SharedFolder;
import dev.slipway.gateway.http.HttpLimits;
import dev.slipway.gateway.http.HttpSite;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.gateway.ssh.SshLimits;
import dev.slipway.server.home.HomeFolder;
import dev.slipway.server.settings.ServerSettings;
import dev.slipway.server.settings.ServerSettings.Limits;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Translates the operator's keys into the places and the limits of the staging gateway. */
final class PlaceSettings {
    private PlaceSettings() {}

    static GatewayPlaces places(ServerSettings settings, HomeFolder home) {
        return new GatewayPlaces(
                each(settings.sources(), (name, source) -> source(name, source, home)),
                each(settings.hosts(), PlaceSettings::host),
                each(settings.sites(), PlaceSettings::site),
                each(settings.folders(), SharedFolder::new));
    }

    private static <T, P> List<P> each(Map<String, T> named, BiFunction<String, T, P> place) {
        return named.entrySet().stream()
                .map(entry -> place.apply(entry.getKey(), entry.getValue()))
                .toList();
    }

    static GatewayLimits limits(ServerSettings settings) {
        Limits limits = settings.limits();
        SqlLimits standard = SqlLimits.STANDARD;
        return new GatewayLimits(
                new SqlLimits(
                        limits.databaseConnections(),
                        limits.connectTimeout(),
                        limits.statementTimeout(),
                        standard.fetchRows(),
                        standard.batchRows()),
                ssh(settings),
                new HttpLimits(limits.connectTimeout(), limits.httpIdleTimeout()),
                new FileSettings(
                        new BlockFormat(
                                (int) settings.blocks().size().toBytes(),
                                settings.blocks().level()),
                        limits.spareSpace().toBytes()));
    }

    /** Returns the limits of all connections over ssh, also of those to clusters and hosts of runs. */
    static SshLimits ssh(ServerSettings settings) {
        Limits limits = settings.limits();
        return new SshLimits(limits.connectTimeout(), limits.sshIdleTimeout(), limits.sshKept());
    }

    private static DatabaseSource source(String name, ServerSettings.Source source, HomeFolder home) {
        return new DatabaseSource(
                name,
                source.url(),
                source.user(),
                source.passwordFile(),
                source.postgres() ? Optional.empty() : Optional.of(source.brought(home.root())),
                source.ownLogins());
    }

    private static SshHost host(String name, ServerSettings.Host host) {
        SshHost.Login login = host.passwordFile().toString().isEmpty()
                ? new SshHost.Login.Key(
                        host.identityFile(), Optional.of(host.passphraseFile()).filter(file -> !file.toString()
                                .isEmpty()))
                : new SshHost.Login.Password(host.passwordFile());
        return new SshHost(
                name,
                host.address(),
                host.port(),
                host.user(),
                login,
                host.knownHostsFile(),
                host.documentCredentials(),
                host.folder());
    }

    private static HttpSite site(String name, ServerSettings.Site site) {
        HttpSite.Login login = new HttpSite.Login.None();
        if (!site.bearerFile().toString().isEmpty()) {
            login = new HttpSite.Login.Bearer(site.bearerFile());
        } else if (!site.user().isEmpty()) {
            login = new HttpSite.Login.Basic(site.user(), site.passwordFile());
        }
        return new HttpSite(
                name,
                URI.create(site.url()),
                login,
                Optional.of(site.caFile()).filter(file -> !file.toString().isEmpty()),
                site.posts());
    }
}
