package dev.slipway.service.calls;

import dev.slipway.account.Rights;
import dev.slipway.account.User;
import dev.slipway.account.UserDesk;
import dev.slipway.desk.Caller;
import dev.slipway.grant.Grants;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.wire.Role;
import dev.slipway.service.wire.UserAdd;
import dev.slipway.service.wire.UserAddResponse;
import dev.slipway.service.wire.UserGrant;
import dev.slipway.service.wire.UserGrantResponse;
import dev.slipway.service.wire.UserPassword;
import dev.slipway.service.wire.UserRevoke;
import dev.slipway.service.wire.UsersResponse;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Implements the operations on users: translate the call, ask the desk, translate the answer. */
record UserCalls(UserDesk users) {

    UsersResponse users(Caller caller) {
        UsersResponse answer = new UsersResponse();
        users.users(caller).forEach(user -> answer.getUser().add(wire(user)));
        return answer;
    }

    /** Returns the caller as a user. */
    User self(Caller caller) {
        return users.self(caller);
    }

    UserAddResponse add(Caller caller, UserAdd call) {
        UserAddResponse answer = new UserAddResponse();
        answer.getUnconfigured()
                .addAll(users.add(caller, call.getName(), call.getPassword(), rights(call.getRole(), call.getGrant())));
        return answer;
    }

    void password(Caller caller, UserPassword call) {
        users.password(caller, call.getName(), call.getPassword(), Optional.ofNullable(call.getCurrent()));
    }

    UserGrantResponse grant(Caller caller, UserGrant call) {
        UserGrantResponse answer = new UserGrantResponse();
        answer.getUnconfigured().addAll(users.grant(caller, call.getName(), rights(call.getRole(), call.getGrant())));
        return answer;
    }

    void revoke(Caller caller, UserRevoke call) {
        users.revoke(caller, call.getName(), rights(call.getRole(), call.getGrant()));
    }

    private static Rights rights(Collection<Role> roles, List<String> grants) {
        try {
            return new Rights(
                    roles.stream().map(role -> Caller.Role.valueOf(role.name())).collect(Collectors.toSet()),
                    Grants.of(grants));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    Problem.of(
                            ProblemCode.USER_INVALID,
                            String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", "?")),
                    e);
        }
    }

    static dev.slipway.service.wire.User wire(User user) {
        dev.slipway.service.wire.User wire = new dev.slipway.service.wire.User();
        wire.setName(user.name());
        user.rights().roles().stream()
                .sorted()
                .map(role -> Role.valueOf(role.name()))
                .forEach(wire.getRole()::add);
        wire.getGrant().addAll(user.rights().grants().words());
        return wire;
    }
}
