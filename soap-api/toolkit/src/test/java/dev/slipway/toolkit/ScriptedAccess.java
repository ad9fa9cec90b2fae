package dev.slipway.toolkit;

import dev.slipway.problem.ProblemCode;
import dev.slipway.service.JobsServer;
import dev.slipway.service.wire.Capabilities;
import dev.slipway.service.wire.CapabilitiesResponse;
import dev.slipway.service.wire.JobStatus;
import dev.slipway.service.wire.Key;
import dev.slipway.service.wire.KeyPurpose;
import dev.slipway.service.wire.Login;
import dev.slipway.service.wire.LoginResponse;
import dev.slipway.service.wire.Logout;
import dev.slipway.service.wire.LogoutResponse;
import dev.slipway.service.wire.MailChoice;
import dev.slipway.service.wire.MailChoose;
import dev.slipway.service.wire.MailChooseResponse;
import dev.slipway.service.wire.MailConfirm;
import dev.slipway.service.wire.MailConfirmResponse;
import dev.slipway.service.wire.MailDigest;
import dev.slipway.service.wire.MailEvent;
import dev.slipway.service.wire.MailShow;
import dev.slipway.service.wire.MailShowResponse;
import dev.slipway.service.wire.PartitionOffer;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.PublicKeys;
import dev.slipway.service.wire.PublicKeysResponse;
import dev.slipway.service.wire.Role;
import dev.slipway.service.wire.RotateKey;
import dev.slipway.service.wire.RotateKeyResponse;
import dev.slipway.service.wire.StatusAnswer;
import dev.slipway.service.wire.Statuses;
import dev.slipway.service.wire.StatusesResponse;
import dev.slipway.service.wire.User;
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
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Implements the operations for users, logins and keys with fixed answers, and records the calls. */
public abstract class ScriptedAccess extends ScriptedAuthoring {
    /** The service's key for sealing. */
    public static final KeyPair SEAL = pair();

    static final Instant LOGIN_ENDS = Instant.parse("2026-11-20T11:00:00Z");

    /** The token that the next login gives. */
    public volatile String token = JobsServer.token("ann");

    abstract JobStatus look();

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the limits of a list call, each with a blank before it. */
    static String filter(dev.slipway.service.wire.List call) {
        return Stream.of(
                        call.getState(),
                        call.getOutcome(),
                        call.getOwner(),
                        call.getName(),
                        call.getAcceptedFrom(),
                        call.getAcceptedUntil())
                .filter(value -> value != null && !value.equals(List.of()))
                .map(value -> " " + value)
                .collect(Collectors.joining());
    }

    private static User user(String name) {
        User user = new User();
        user.setName(name);
        user.getRole().add(Role.USER);
        user.getGrant().add("source:risk");
        return user;
    }

    private static Key key() {
        Key key = new Key();
        key.setKid("scripted");
        key.setPurpose(KeyPurpose.SEAL);
        key.setAlgorithm("RSA-OAEP-256");
        key.setSpki(SEAL.getPublic().getEncoded());
        return key;
    }

    @Override
    public LoginResponse login(Login call) throws ProblemFault {
        hear("login");
        LoginResponse answer = new LoginResponse();
        answer.setToken(token);
        answer.setExpires(LOGIN_ENDS);
        return answer;
    }

    @Override
    public LogoutResponse logout(Logout call) throws ProblemFault {
        hear("logout");
        return new LogoutResponse();
    }

    private static MailChoice mails(boolean confirmed) {
        MailChoice choice = new MailChoice();
        choice.setAddress("ann@example.org");
        choice.setConfirmed(confirmed);
        choice.getEvent().addAll(List.of(MailEvent.CLOSED, MailEvent.FAILED));
        choice.setDigest(MailDigest.DAILY);
        choice.setZone("Europe/Berlin");
        return choice;
    }

    @Override
    public MailShowResponse mailShow(MailShow call) throws ProblemFault {
        hear("mailShow");
        MailShowResponse answer = new MailShowResponse();
        answer.setChoice(mails(true));
        return answer;
    }

    @Override
    public MailChooseResponse mailChoose(MailChoose call) throws ProblemFault {
        hear("mailChoose " + call.getAddress() + " " + call.getEvent() + " " + call.getDigest() + " " + call.getZone());
        MailChooseResponse answer = new MailChooseResponse();
        if (call.getAddress() != null) {
            answer.setChoice(mails(false));
        }
        return answer;
    }

    @Override
    public MailConfirmResponse mailConfirm(MailConfirm call) throws ProblemFault {
        hear("mailConfirm " + call.getCode());
        return new MailConfirmResponse();
    }

    @Override
    public UsersResponse users(Users call) throws ProblemFault {
        hear("users");
        UsersResponse answer = new UsersResponse();
        answer.getUser().add(user("ann"));
        return answer;
    }

    @Override
    public UserAddResponse userAdd(UserAdd call) throws ProblemFault {
        hear("userAdd " + call.getName());
        return new UserAddResponse();
    }

    @Override
    public UserPasswordResponse userPassword(UserPassword call) throws ProblemFault {
        hear("userPassword " + call.getName());
        return new UserPasswordResponse();
    }

    @Override
    public UserGrantResponse userGrant(UserGrant call) throws ProblemFault {
        hear("userGrant " + call.getName());
        return new UserGrantResponse();
    }

    @Override
    public UserRevokeResponse userRevoke(UserRevoke call) throws ProblemFault {
        hear("userRevoke " + call.getName());
        return new UserRevokeResponse();
    }

    @Override
    public CapabilitiesResponse capabilities(Capabilities call) throws ProblemFault {
        hear("capabilities");
        PartitionOffer partition = new PartitionOffer();
        partition.setName("local");
        partition.setProcesses(8);
        partition.setWallTimeSeconds(7_200);
        partition.getVariable().addAll(List.of("OMP_NUM_THREADS", "MYAPP_*"));
        partition.setKind("slurm");
        CapabilitiesResponse answer = new CapabilitiesResponse();
        answer.setVersion("1.0");
        answer.getPartition().add(partition);
        answer.setLargestCall(1 << 20);
        answer.setLargestDocument(512 << 10);
        answer.setLargestSweep(1_000);
        answer.setWaitingJobsPerUser(100_000);
        answer.setLargestUpload(4 << 20);
        answer.setUploadsPerUser(64 << 20);
        answer.getCallback().add("flows.example.org:443");
        answer.getSource().add("risk");
        answer.getSource().add("positions");
        answer.getStore().add("risk");
        answer.setUser(user("ann"));
        return answer;
    }

    @Override
    public StatusesResponse statuses(Statuses call) throws ProblemFault {
        hear("statuses " + call.getToken().size());
        StatusesResponse answer = new StatusesResponse();
        for (String wanted : call.getToken()) {
            StatusAnswer one = new StatusAnswer();
            one.setToken(wanted);
            if (wanted.equals(ScriptedJobs.TOKEN)) {
                one.setStatus(look());
            } else {
                one.setProblem(ScriptedJobs.problem(ProblemCode.JOB_UNKNOWN, "there is no job " + wanted));
            }
            answer.getAnswer().add(one);
        }
        return answer;
    }

    @Override
    public PublicKeysResponse publicKeys(PublicKeys call) throws ProblemFault {
        hear("publicKeys");
        PublicKeysResponse answer = new PublicKeysResponse();
        answer.getKey().add(key());
        return answer;
    }

    @Override
    public RotateKeyResponse rotateKey(RotateKey call) throws ProblemFault {
        hear("rotateKey " + call.getPurpose());
        RotateKeyResponse answer = new RotateKeyResponse();
        answer.setKey(key());
        return answer;
    }
}
