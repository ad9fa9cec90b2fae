package dev.slipway.gateway;

import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.http.HttpLimits;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.gateway.ssh.SshLimits;

/** The operator's limits on staging. */
public record GatewayLimits(SqlLimits sql, SshLimits ssh, HttpLimits http, FileSettings files) {
    /** The limits for an operator who sets none. */
    public static final GatewayLimits STANDARD =
            new GatewayLimits(SqlLimits.STANDARD, SshLimits.STANDARD, HttpLimits.STANDARD, FileSettings.STANDARD);

    /** Makes limits with the standard ones for sites. */
    public GatewayLimits(SqlLimits sql, SshLimits ssh, FileSettings files) {
        this(sql, ssh, HttpLimits.STANDARD, files);
    }
}
