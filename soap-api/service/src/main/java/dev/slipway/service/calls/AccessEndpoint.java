package dev.slipway.service.calls;

import dev.slipway.account.Logins;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.Caller;
import dev.slipway.desk.Offer;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.secret.KeyRing;
import dev.slipway.secret.PublishedKey;
import dev.slipway.service.translation.FaultTranslation;
import dev.slipway.service.translation.KeyTranslation;
import dev.slipway.service.wire.Capabilities;
import dev.slipway.service.wire.CapabilitiesResponse;
import dev.slipway.service.wire.Login;
import dev.slipway.service.wire.LoginResponse;
import dev.slipway.service.wire.Logout;
import dev.slipway.service.wire.LogoutResponse;
import dev.slipway.service.wire.MailChoose;
import dev.slipway.service.wire.MailChooseResponse;
import dev.slipway.service.wire.MailConfirm;
import dev.slipway.service.wire.MailConfirmResponse;
import dev.slipway.service.wire.MailShow;
import dev.slipway.service.wire.MailShowResponse;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.PublicKeys;
import dev.slipway.service.wire.PublicKeysResponse;
import dev.slipway.service.wire.RotateKey;
import dev.slipway.service.wire.RotateKeyResponse;
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

/** Implements the operations of the WSDL that concern users, keys, rights and mails. */
abstract class AccessEndpoint extends AuthoringEndpoint {
    private final JobCalls calls;
    private final UserCalls users;
    private final Logins logins;
    private final Offer offer;
    private final KeyRing keys;
    private final Callbacks callbacks;
    private final MailCalls mails;

    AccessEndpoint(JobCalls calls, UserCalls users, ServiceDesks desks) {
        super(calls, desks.operators(), desks.authoring());
        this.calls = calls;
        this.users = users;
        this.logins = desks.access().logins();
        this.offer = desks.offer();
        this.keys = desks.access().keys();
        this.callbacks = desks.callbacks();
        this.mails = new MailCalls(desks.access().mails());
    }

    @Override
    public final PublicKeysResponse publicKeys(PublicKeys call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            calls.caller();
            PublicKeysResponse answer = new PublicKeysResponse();
            keys.published().forEach(key -> answer.getKey().add(KeyTranslation.key(key)));
            return answer;
        });
    }

    @Override
    public final RotateKeyResponse rotateKey(RotateKey call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            RotateKeyResponse answer = new RotateKeyResponse();
            PublishedKey.Purpose purpose =
                    PublishedKey.Purpose.valueOf(call.getPurpose().name());
            answer.setKey(KeyTranslation.key(keys.rotate(calls.caller(), purpose)));
            return answer;
        });
    }

    @Override
    public final CapabilitiesResponse capabilities(Capabilities call) throws ProblemFault {
        return FaultTranslation.answer(
                null, () -> OfferTranslation.offer(offer, callbacks.places(), users.self(calls.caller())));
    }

    @Override
    public final LoginResponse login(Login call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            Caller caller = calls.caller();
            String checked = calls.passwordHash()
                    .orElseThrow(() -> new ProblemException(Problem.of(
                            ProblemCode.NOT_AUTHENTICATED,
                            "a login needs a password; the token of another opens none")));
            dev.slipway.account.LoginToken opened = logins.open(caller, checked);
            LoginResponse answer = new LoginResponse();
            answer.setToken(opened.token());
            answer.setExpires(opened.expires());
            return answer;
        });
    }

    @Override
    public final LogoutResponse logout(Logout call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            calls.caller();
            calls.loginToken().ifPresent(logins::close);
            return new LogoutResponse();
        });
    }

    @Override
    public final MailShowResponse mailShow(MailShow call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> mails.show(calls.caller()));
    }

    @Override
    public final MailChooseResponse mailChoose(MailChoose call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> mails.choose(calls.caller(), call));
    }

    @Override
    public final MailConfirmResponse mailConfirm(MailConfirm call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            mails.confirm(calls.caller(), call.getCode());
            return new MailConfirmResponse();
        });
    }

    @Override
    public final UsersResponse users(Users call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> users.users(calls.caller()));
    }

    @Override
    public final UserAddResponse userAdd(UserAdd call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> users.add(calls.caller(), call));
    }

    @Override
    public final UserPasswordResponse userPassword(UserPassword call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            users.password(calls.caller(), call);
            return new UserPasswordResponse();
        });
    }

    @Override
    public final UserGrantResponse userGrant(UserGrant call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> users.grant(calls.caller(), call));
    }

    @Override
    public final UserRevokeResponse userRevoke(UserRevoke call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            users.revoke(calls.caller(), call);
            return new UserRevokeResponse();
        });
    }
}
