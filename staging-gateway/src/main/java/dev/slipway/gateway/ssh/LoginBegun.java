package dev.slipway.gateway.ssh;

import com.jcraft.jsch.Session;
import com.jcraft.jsch.UserAuthNone;

/**
 * The first request of a login (RFC 4252, section 5.2), which notes in its session that the login has begun. Before
 * that point JSch's exceptions concern the line and the host; after that point they concern the user. Public because
 * JSch loads the class by name.
 */
public final class LoginBegun extends UserAuthNone {
    private static final String BEGUN = "slipway.login.begun";

    /** Makes a session note when its login begins. */
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
