package dev.slipway.testbed;

import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Every state, with every flag, in which a user can end a job. */
public enum EndableJob {
    QUEUED {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            bed.gateway.hold("curve");
            bed.submit(JobRequests.request(List.of(JobRequests.fetch("curve", 1)), List.of()));
            return bed.submit(JobRequests.small());
        }
    },
    QUEUED_HELD {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = QUEUED.reach(bed);
            bed.desk().hold(MiddlewareTestBed.ALICE, token);
            return token;
        }
    },
    STAGING_IN {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            ScriptedGateway.Gate gate = bed.gateway.hold("curve");
            JobToken token = bed.submit(JobRequests.whole());
            gate.awaitEntered();
            return token;
        }
    },
    STAGING_IN_HELD {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = STAGING_IN.reach(bed);
            bed.desk().hold(MiddlewareTestBed.ALICE, token);
            return token;
        }
    },
    STAGING_IN_BLOCKED {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            bed.gateway.fail("books", AWAY);
            JobToken token = bed.submit(JobRequests.small());
            bed.until(token, job -> job.blocked().isPresent());
            return token;
        }
    },
    STAGING_IN_CANCELLED_BEFORE_A_RESTART {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = STAGING_IN.reach(bed);
            bed.desk().cancel(MiddlewareTestBed.ALICE, token);
            bed.restart();
            return token;
        }
    },
    READY {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            bed.untilStarted(bed.submit(JobRequests.small()));
            JobToken token = bed.submit(JobRequests.small());
            bed.until(token, JobState.READY);
            return token;
        }
    },
    READY_HELD {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = READY.reach(bed);
            bed.desk().hold(MiddlewareTestBed.ALICE, token);
            return token;
        }
    },
    RUNNING {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = bed.submit(JobRequests.whole());
            bed.untilStarted(token);
            return token;
        }
    },
    RUNNING_BLOCKED {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            bed.launcher.breakDown(Optional.of(FULL));
            JobToken token = bed.submit(JobRequests.small());
            bed.until(token, job -> job.blocked().isPresent());
            return token;
        }

        /** Makes the machine reachable again. Until then the service cannot know that no run is left. */
        @Override
        public void afterwards(MiddlewareTestBed bed, JobToken token) {
            bed.launcher.breakDown(Optional.empty());
        }
    },
    RUNNING_AND_HARD_TO_KILL {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = RUNNING.reach(bed);
            bed.launcher.resist(Optional.of(Problem.of(ProblemCode.INTERNAL, "the guard does not answer")));
            return token;
        }

        @Override
        public void afterwards(MiddlewareTestBed bed, JobToken token) throws Exception {
            bed.until(token, job -> job.blocked().isPresent() && job.state() == JobState.RUNNING);
            bed.launcher.resist(Optional.empty());
        }
    },
    RUNNING_WITH_A_LAUNCHER_THAT_FAILS {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = RUNNING.reach(bed);
            bed.launcher.failUnexpectedly();
            return token;
        }

        @Override
        public void afterwards(MiddlewareTestBed bed, JobToken token) throws Exception {
            bed.until(token, job -> job.blocked().isPresent() && job.state() == JobState.RUNNING);
            bed.launcher.resist(Optional.empty());
        }
    },
    SENDING_OUT {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            ScriptedGateway.Gate gate = bed.gateway.hold("store-pnl");
            bed.launcher.endAtOnce();
            JobToken token = bed.submit(JobRequests.whole());
            gate.awaitEntered();
            return token;
        }
    },
    SENDING_OUT_BLOCKED {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            bed.gateway.fail("store-pnl", AWAY);
            bed.launcher.endAtOnce();
            JobToken token = bed.submit(JobRequests.whole());
            bed.until(token, job -> job.blocked().isPresent());
            return token;
        }
    },
    FAILED_SENDING_OUT("FAILED", 1) {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            ScriptedGateway.Gate gate = bed.gateway.hold("log");
            JobToken token = failing(bed);
            bed.until(token, Job::decided);
            gate.awaitEntered();
            return token;
        }
    },
    FAILED_SENDING_OUT_BLOCKED("FAILED", 1) {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            bed.gateway.fail("log", AWAY);
            JobToken token = failing(bed);
            bed.until(token, job -> job.blocked().isPresent());
            return token;
        }
    },
    CANCELLED_SENDING_OUT {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            gate = bed.gateway.hold("log");
            JobToken token = RUNNING.reach(bed);
            bed.desk().cancel(MiddlewareTestBed.ALICE, token);
            bed.until(token, Job::decided);
            gate.awaitEntered();
            return token;
        }

        /** Checks that a second cancel does not give up the steps that always run. */
        @Override
        public void afterwards(MiddlewareTestBed bed, JobToken token) throws Exception {
            bed.until(token, job -> job.state() == JobState.STAGING_OUT);
            gate.open();
            Job job = bed.untilClosed(token);
            if (!bed.gateway.moved().contains("log") || job.givenUp()) {
                throw new AssertionError("what always goes out was given up");
            }
        }
    },
    CANCELLED_SENDING_OUT_BLOCKED("CANCELLED", 2) {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            bed.gateway.fail("log", AWAY);
            JobToken token = RUNNING.reach(bed);
            bed.desk().cancel(MiddlewareTestBed.ALICE, token);
            bed.until(token, job -> job.decided() && job.blocked().isPresent());
            return token;
        }
    },
    CLEANING_HINDERED("CANCELLED", 2) {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = bed.submit(JobRequests.small());
            bed.untilStarted(token);
            barResults(bed, token);
            bed.launcher.end(token.value(), 0);
            bed.until(token, job -> job.blocked().isPresent());
            return token;
        }

        @Override
        public void afterwards(MiddlewareTestBed bed, JobToken token) throws Exception {
            Files.deleteIfExists(bed.folder.resolve("results").resolve(token.value()));
        }
    },
    FAILED_CLEANING_HINDERED("FAILED", 1) {
        @Override
        public JobToken reach(MiddlewareTestBed bed) throws Exception {
            JobToken token = bed.submit(JobRequests.small());
            bed.untilStarted(token);
            barResults(bed, token);
            bed.launcher.end(token.value(), 7);
            bed.until(token, job -> job.blocked().isPresent());
            return token;
        }
    };

    private static final Problem AWAY = Problem.of(ProblemCode.DATABASE_UNREACHABLE, "away");
    private static final Problem FULL = Problem.of(ProblemCode.STORAGE_FULL, "no space on the cluster");

    public final String outcome;
    public final int requests;
    ScriptedGateway.Gate gate;

    EndableJob() {
        this("CANCELLED", 1);
    }

    /**
     * @param outcome outcome to which a cancel leads
     * @param requests how many of any number of cancels may say something new, counting those that led to this state
     */
    EndableJob(String outcome, int requests) {
        this.outcome = outcome;
        this.requests = requests;
    }

    /** Submits a job and brings it to this state. */
    public abstract JobToken reach(MiddlewareTestBed bed) throws Exception;

    /** Lets the world go on after the cancel. */
    public void afterwards(MiddlewareTestBed bed, JobToken token) throws Exception {}

    /** Puts a file where the job's results should be kept. */
    public static void barResults(MiddlewareTestBed bed, JobToken token) throws Exception {
        Path results = bed.folder.resolve("results").resolve(token.value());
        Files.writeString(results, "in the way");
    }

    private static JobToken failing(MiddlewareTestBed bed) throws Exception {
        JobToken token = RUNNING.reach(bed);
        bed.launcher.end(token.value(), 7);
        return token;
    }
}
