package dev.slipway.toolkit;

import dev.slipway.service.wire.Capabilities;
import dev.slipway.service.wire.CapabilitiesResponse;
import dev.slipway.service.wire.Jobs;
import dev.slipway.service.wire.Key;
import dev.slipway.service.wire.KeyPurpose;
import dev.slipway.service.wire.Login;
import dev.slipway.service.wire.LoginResponse;
import dev.slipway.service.wire.Logout;
import dev.slipway.service.wire.LogoutResponse;
import dev.slipway.service.wire.PublicKeys;
import dev.slipway.service.wire.PublicKeysResponse;
import dev.slipway.service.wire.RotateKey;
import dev.slipway.service.wire.RotateKeyResponse;
import dev.slipway.service.wire.Statuses;
import dev.slipway.service.wire.StatusesResponse;
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
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;

/** Operations that no test scripts: they are tested against the real service. A call of them is an error of the toolkit. */
abstract class ScriptedAccess implements Jobs {
    /** The service's key to seal with. */
    static final KeyPair SEAL = pair();

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

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

    @Override
    public CapabilitiesResponse capabilities(Capabilities call) {
        throw unexpected(call);
    }

    @Override
    public StatusesResponse statuses(Statuses call) {
        throw unexpected(call);
    }

    @Override
    public PublicKeysResponse publicKeys(PublicKeys call) {
        Key key = new Key();
        key.setKid("scripted");
        key.setPurpose(KeyPurpose.SEAL);
        key.setAlgorithm("RSA-OAEP-256");
        key.setSpki(SEAL.getPublic().getEncoded());
        PublicKeysResponse answer = new PublicKeysResponse();
        answer.getKey().add(key);
        return answer;
    }

    @Override
    public RotateKeyResponse rotateKey(RotateKey call) {
        throw unexpected(call);
    }
}
