package dev.slipway.toolkit;

import dev.slipway.service.wire.Jobs;
import dev.slipway.service.wire.Login;
import dev.slipway.service.wire.LoginResponse;
import dev.slipway.service.wire.Logout;
import dev.slipway.service.wire.LogoutResponse;
import dev.slipway.service.wire.UserAdd;
import dev.slipway.service.wire.UserAddResponse;
import dev.slipway.service.wire.UserGrant;
import dev.slipway.service.wire.UserGrantResponse;
import dev.slipway.service.wire.UserPassword;
import dev.slipway.service.wire.UserPasswordResponse;
import dev.slipway.service.wire.UserRevoke;
import dev.slipway.service.wire.UserRevokeResponse;
import dev.slipway.service.wire.Users;
import dev.slipway.service.wire.UsersResponse;

/** Operations that no test scripts: they are tested against the real service. A call of them is an error of the toolkit. */
abstract class ScriptedAccess implements Jobs {
    private static AssertionError unexpected(Object call) {
        return new AssertionError("no test expects " + call.getClass().getSimpleName());
    }

    @Override
    public LoginResponse login(Login call) {
        throw unexpected(call);
    }

    @Override
    public LogoutResponse logout(Logout call) {
        throw unexpected(call);
    }

    @Override
    public UsersResponse users(Users call) {
        throw unexpected(call);
    }

    @Override
    public UserAddResponse userAdd(UserAdd call) {
        throw unexpected(call);
    }

    @Override
    public UserPasswordResponse userPassword(UserPassword call) {
        throw unexpected(call);
    }

    @Override
    public UserGrantResponse userGrant(UserGrant call) {
        throw unexpected(call);
    }

    @Override
    public UserRevokeResponse userRevoke(UserRevoke call) {
        throw unexpected(call);
    }
}
