package dev.slipway.gateway.ssh;

import com.jcraft.jsch.ChannelExec;
import com.jcraft.jsch.JSchException;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** One run of a command over a session. */
final class CalledCommand {
    /** The status that JSch gives for a command without an exit status. */
    private static final int NO_STATUS = -1;

    private static final long STATUS_LOOK_MILLIS = 1;
    private static final int BREAK_LOOKS = 500;

    private final OpenSession session;
    private final HostCall call;
    private final AnswerBytes out;
    private final AnswerBytes err;

    CalledCommand(OpenSession session, HostCall call) {
        this.session = session;
        this.call = call;
        out = new AnswerBytes(call.mostOut(), AnswerBytes.Beyond.REFUSED);
        err = new AnswerBytes(call.mostErr(), AnswerBytes.Beyond.LAST_KEPT);
    }

    /** Runs the command, and returns the answer. @throws ProblemException HOST_UNREACHABLE if there is no answer */
    HostAnswer answer(Runnable begun) throws InterruptedException {
        ChannelExec channel = opened();
        try {
            start(channel);
            begun.run();
            out.awaitEnd();
            if (out.passed()) {
                throw failed("answered more than " + call.mostOut() + " bytes");
            }
            int status = status(channel);
            if (status == NO_STATUS) {
                throw failed(
                        broke()
                                ? "did not answer, because the connection broke"
                                : "was ended there, and left no exit status");
            }
            return new HostAnswer(status, out.text(), err.text());
        } finally {
            channel.disconnect();
        }
    }

    private ChannelExec opened() {
        try {
            ChannelExec channel = (ChannelExec) session.session().openChannel("exec");
            if (channel == null) {
                // JSch throws this if the session breaks while the channel is being made.
                throw failed("could not be run, because the connection broke");
            }
            return channel;
        } catch (JSchException e) {
            throw notBegun(e);
        }
    }

    private void start(ChannelExec channel) {
        try {
            channel.setCommand(call.line());
            channel.setOutputStream(out);
            channel.setErrStream(err);
            HostWords.start(channel, call.inputBytes(), session.patienceMillis());
        } catch (JSchException | IOException e) {
            throw notBegun(e);
        }
    }

    /**
     * Waits for the exit status. A host sends the status close to the end of the output, and JSch has no event for
     * it.
     */
    private int status(ChannelExec channel) throws InterruptedException {
        while (!channel.isClosed() && session.session().isConnected()) {
            TimeUnit.MILLISECONDS.sleep(STATUS_LOOK_MILLIS);
        }
        return channel.getExitStatus();
    }

    /**
     * Returns whether the connection broke. JSch ends the channels of a broken connection before it reports that the
     * connection is broken, so this method looks repeatedly for a while.
     */
    private boolean broke() throws InterruptedException {
        for (int look = 0; look < BREAK_LOOKS && session.session().isConnected(); look++) {
            TimeUnit.MILLISECONDS.sleep(STATUS_LOOK_MILLIS);
        }
        return !session.session().isConnected();
    }

    private ProblemException notBegun(Exception e) {
        return StepProblem.of(
                ProblemCode.HOST_UNREACHABLE,
                call.command() + " could not be run on host " + session.host().name(),
                String.valueOf(e.getMessage()));
    }

    private ProblemException failed(String how) {
        return StepProblem.of(
                ProblemCode.HOST_UNREACHABLE,
                call.command() + " on host " + session.host().name() + " " + how,
                err.text());
    }
}
