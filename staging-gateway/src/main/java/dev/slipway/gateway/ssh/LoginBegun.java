package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Session;
import com.jcraft.jsch.UserAuthNone;

/**
 * The first question of a login (RFC 4252, section 5.2), which notes in its session that the login has begun: up to there JSch's
 * exceptions are about the line and the host, from there on they are about the user. Public, for JSch makes it by its name.
 */
public final class LoginBegun extends UserAuthNone {
    private static final String BEGUN = "slipway.login.begun";

    /** Has the sessions of this configuration noted. */
    static void watch(Session session) {
        session.setConfig("userauth.none", LoginBegun.class.getName());
    }

    static boolean in(Session session) {
        return session.getConfig(BEGUN) != null;
    }

    @Override
    public boolean start(Session session) throws Exception {
        session.setConfig(BEGUN, "yes");
        return super.start(session);
    }
}
