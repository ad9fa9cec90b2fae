package dev.slipway;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where a job may stand when its user wants it to end: every state, with every flag that it can have there. */
enum Standing {
    QUEUED {
        @Override
        JobToken reach(Rig rig) throws Exception {
            rig.gateway.hold("curve");
            rig.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
            return rig.submit(JobRequests.small());
        }
    },
    QUEUED_HELD {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = QUEUED.reach(rig);
            rig.desk().hold(Rig.ALICE, token);
            return token;
        }
    },
    STAGING_IN {
        @Override
        JobToken reach(Rig rig) throws Exception {
            ScriptedGateway.Gate gate = rig.gateway.hold("curve");
            JobToken token = rig.submit(JobRequests.whole());
            gate.awaitEntered();
            return token;
        }
    },
    STAGING_IN_HELD {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = STAGING_IN.reach(rig);
            rig.desk().hold(Rig.ALICE, token);
            return token;
        }
    },
    STAGING_IN_BLOCKED {
        @Override
        JobToken reach(Rig rig) throws Exception {
            rig.gateway.fail("books", AWAY);
            JobToken token = rig.submit(JobRequests.small());
            rig.until(token, job -> job.blocked().isPresent());
            return token;
        }
    },
    STAGING_IN_CANCELLED_BEFORE_A_RESTART {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = STAGING_IN.reach(rig);
            rig.desk().cancel(Rig.ALICE, token);
            rig.restart();
            return token;
        }
    },
    READY {
        @Override
        JobToken reach(Rig rig) throws Exception {
            rig.untilStarted(rig.submit(JobRequests.small()));
            JobToken token = rig.submit(JobRequests.small());
            rig.until(token, JobState.READY);
            return token;
        }
    },
    READY_HELD {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = READY.reach(rig);
            rig.desk().hold(Rig.ALICE, token);
            return token;
        }
    },
    RUNNING {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = rig.submit(JobRequests.whole());
            rig.untilStarted(token);
            return token;
        }
    },
    RUNNING_BLOCKED {
        @Override
        JobToken reach(Rig rig) throws Exception {
            rig.launcher.breakDown(Optional.of(FULL));
            JobToken token = rig.submit(JobRequests.small());
            rig.until(token, job -> job.blocked().isPresent());
            return token;
        }

        /** As long as the machine cannot be reached, nobody can tell that nothing runs. */
        @Override
        void afterwards(Rig rig, JobToken token) {
            rig.launcher.breakDown(Optional.empty());
        }
    },
    RUNNING_AND_HARD_TO_KILL {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = RUNNING.reach(rig);
            rig.launcher.resist(Optional.of(Problem.of(ProblemCode.INTERNAL, "the guard does not answer")));
            return token;
        }

        @Override
        void afterwards(Rig rig, JobToken token) throws Exception {
            rig.until(token, job -> job.blocked().isPresent() && job.state() == JobState.RUNNING);
            rig.launcher.resist(Optional.empty());
        }
    },
    SENDING_OUT {
        @Override
        JobToken reach(Rig rig) throws Exception {
            ScriptedGateway.Gate gate = rig.gateway.hold("store-pnl");
            rig.launcher.endAtOnce();
            JobToken token = rig.submit(JobRequests.whole());
            gate.awaitEntered();
            return token;
        }
    },
    SENDING_OUT_BLOCKED {
        @Override
        JobToken reach(Rig rig) throws Exception {
            rig.gateway.fail("store-pnl", AWAY);
            rig.launcher.endAtOnce();
            JobToken token = rig.submit(JobRequests.whole());
            rig.until(token, job -> job.blocked().isPresent());
            return token;
        }
    },
    FAILED_SENDING_OUT("FAILED", 1) {
        @Override
        JobToken reach(Rig rig) throws Exception {
            ScriptedGateway.Gate gate = rig.gateway.hold("log");
            JobToken token = failing(rig);
            rig.until(token, Job::decided);
            gate.awaitEntered();
            return token;
        }
    },
    FAILED_SENDING_OUT_BLOCKED("FAILED", 1) {
        @Override
        JobToken reach(Rig rig) throws Exception {
            rig.gateway.fail("log", AWAY);
            JobToken token = failing(rig);
            rig.until(token, job -> job.blocked().isPresent());
            return token;
        }
    },
    CANCELLED_SENDING_OUT {
        @Override
        JobToken reach(Rig rig) throws Exception {
            gate = rig.gateway.hold("log");
            JobToken token = RUNNING.reach(rig);
            rig.desk().cancel(Rig.ALICE, token);
            rig.until(token, Job::decided);
            gate.awaitEntered();
            return token;
        }

        /** Twice the same wish does not take back what always goes out. */
        @Override
        void afterwards(Rig rig, JobToken token) throws Exception {
            rig.until(token, job -> job.state() == JobState.STAGING_OUT);
            gate.open();
            Job job = rig.untilClosed(token);
            if (!rig.gateway.moved().contains("log") || job.givenUp()) {
                throw new AssertionError("what always goes out was given up");
            }
        }
    },
    CANCELLED_SENDING_OUT_BLOCKED("CANCELLED", 2) {
        @Override
        JobToken reach(Rig rig) throws Exception {
            rig.gateway.fail("log", AWAY);
            JobToken token = RUNNING.reach(rig);
            rig.desk().cancel(Rig.ALICE, token);
            rig.until(token, job -> job.decided() && job.blocked().isPresent());
            return token;
        }
    },
    CLEANING_HINDERED("CANCELLED", 2) {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = rig.submit(JobRequests.small());
            rig.untilStarted(token);
            barResults(rig, token);
            rig.launcher.end(token.value(), 0);
            rig.until(token, job -> job.blocked().isPresent());
            return token;
        }

        @Override
        void afterwards(Rig rig, JobToken token) throws Exception {
            Files.deleteIfExists(rig.folder.resolve("results").resolve(token.value()));
        }
    },
    FAILED_CLEANING_HINDERED("FAILED", 1) {
        @Override
        JobToken reach(Rig rig) throws Exception {
            JobToken token = rig.submit(JobRequests.small());
            rig.untilStarted(token);
            barResults(rig, token);
            rig.launcher.end(token.value(), 7);
            rig.until(token, job -> job.blocked().isPresent());
            return token;
        }
    };

    private static final Problem AWAY = Problem.of(ProblemCode.DATABASE_UNREACHABLE, "away");
    private static final Problem FULL = Problem.of(ProblemCode.STORAGE_FULL, "no space on the cluster");

    final String outcome;
    final int requests;
    ScriptedGateway.Gate gate;

    Standing() {
        this("CANCELLED", 1);
    }

    /**
     * @param outcome that a cancel leads to
     * @param requests how many of any number of cancels may say something new, with those that led here
     */
    Standing(String outcome, int requests) {
        this.outcome = outcome;
        this.requests = requests;
    }

    /** A job that stands here. */
    abstract JobToken reach(Rig rig) throws Exception;

    /** Lets the world go on after the cancel. */
    void afterwards(Rig rig, JobToken token) throws Exception {}

    /** Puts a file where the job's results should be kept. */
    static void barResults(Rig rig, JobToken token) throws Exception {
        Path results = rig.folder.resolve("results").resolve(token.value());
        Files.writeString(results, "in the way");
    }

    private static JobToken failing(Rig rig) throws Exception {
        JobToken token = RUNNING.reach(rig);
        rig.launcher.end(token.value(), 7);
        return token;
    }
}
