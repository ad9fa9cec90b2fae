package dev.slipway.upload;

import dev.slipway.digest.Sha256;
import dev.slipway.disk.FullDisk;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.journal.ledger.OperationLedger.Entry;
import dev.slipway.journal.ledger.OperationLedger.Kind;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep;
import dev.slipway.request.UploadFetch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the uploads of each user apart and removes uploads that are no longer needed. Calls run one at a time, so that
 * quotas are checked against the true sizes.
 */
public final class Uploads {
    private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);
    private static final int LONGEST_NAME = 200;
    /**
     * The time until the next look at an expired upload that a job needs; a look reads the first events of all open
     * jobs.
     */
    private static final Duration AGAIN = Duration.ofHours(1);

    private final UploadSettings settings;
    private final UploadFolder folder;
    private final JobJournal journal;
    private final OperationLedger ledger;
    private final Clock clock;

    /** Makes the folder. @throws UncheckedIOException if the folder cannot be made */
    public Uploads(
            UploadSettings settings, UploadFolder folder, JobJournal journal, OperationLedger ledger, Clock clock) {
        this.settings = settings;
        this.folder = folder;
        this.journal = journal;
        this.ledger = ledger;
        this.clock = clock;
        try {
            folder.prepare();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder of uploads", e);
        }
    }

    /**
     * Keeps the bytes, which are on disk when this returns. If the user has uploaded the same bytes before, only the
     * time of the last use changes.
     *
     * @param name the user's name for the upload; kept in the record of operations
     * @throws ProblemException UPLOAD_TOO_LARGE, UPLOAD_QUOTA, STORAGE_FULL
     */
    public synchronized UploadReceipt keep(String user, String from, String name, byte[] bytes) {
        if (bytes.length > settings.largest()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.UPLOAD_TOO_LARGE,
                    "the upload has " + ByteCount.words(bytes.length) + ", and one may have "
                            + ByteCount.words(settings.largest())));
        }
        String sha256 = Sha256.hex(bytes);
        Instant now = clock.instant();
        try {
            if (!folder.use(user, sha256, now)) {
                requireRoom(user, bytes.length);
                write(user, sha256, bytes, now, uploaded(user, from, name, bytes.length, sha256));
            }
        } catch (IOException e) {
            throw failed("the upload cannot be kept", e);
        }
        return new UploadReceipt(sha256, bytes.length, now.plus(settings.lifetime()));
    }

    /** Records the upload before the file gets its name, so that every file has a row. */
    private void write(String user, String sha256, byte[] bytes, Instant now, Entry uploaded) throws IOException {
        ProblemException failure;
        try {
            folder.keep(user, sha256, bytes, now, () -> ledger.note(uploaded));
            return;
        } catch (IOException e) {
            // Examines the failure while the disk is still as full as it was.
            failure = failed("the upload cannot be kept", e);
        } catch (ProblemException e) {
            failure = e;
        }
        try {
            folder.discard(user);
        } catch (IOException e) {
            // The next upload of this user overwrites the file, or the next start removes it.
            failure.addSuppressed(e);
        }
        throw failure;
    }

    private static Entry uploaded(String user, String from, String name, long bytes, String sha256) {
        String shown = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "..." : name;
        return new Entry(Kind.UPLOADED, user, from, "uploaded " + shown + ", " + bytes + " bytes, sha256 " + sha256);
    }

    private void requireRoom(String user, long bytes) throws IOException {
        long kept = folder.countedOf(user);
        if (kept + UploadFolder.counted(bytes) > settings.perUser()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.UPLOAD_QUOTA,
                    "user " + user + " has uploads of " + ByteCount.words(kept) + ", and " + ByteCount.words(bytes)
                            + " more would be more than " + ByteCount.words(settings.perUser()) + " (each counts as "
                            + ByteCount.words(UploadFolder.SMALLEST) + " at least)"));
        }
    }

    /**
     * Refuses requests that name an upload which {@code owner} does not have; marks all other named uploads as used
     * now.
     *
     * @throws ProblemException UPLOAD_UNKNOWN, also for an upload of another user
     */
    public void require(String owner, List<JobRequest> requests) {
        Set<String> found = new HashSet<>();
        for (JobRequest request : requests) {
            UploadFetch.of(request).filter(step -> found.add(step.sha256())).forEach(step -> require(owner, step));
        }
    }

    private synchronized void require(String owner, UploadFetch step) {
        try {
            if (!folder.use(owner, step.sha256(), clock.instant())) {
                throw new ProblemException(unknown(owner, step));
            }
        } catch (IOException e) {
            throw failed("upload " + step.sha256() + " cannot be looked for", e);
        }
    }

    /** Returns every problem for which {@link #require} would refuse the request. Has no effect. */
    public List<Problem> obstacles(String owner, JobRequest request) {
        return request.stageIn().stream()
                .map(step -> obstacle(owner, step))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the problem of a single step. Has no effect. */
    public Optional<Problem> obstacle(String owner, StagingStep step) {
        return step instanceof UploadFetch upload && !folder.has(owner, upload.sha256())
                ? Optional.of(unknown(owner, upload))
                : Optional.empty();
    }

    private static Problem unknown(String owner, UploadFetch step) {
        return Problem.of(
                ProblemCode.UPLOAD_UNKNOWN,
                "step " + step.name() + " names an upload that is not kept of user " + owner + ": " + step.sha256());
    }

    /** Drops the detail, which only the log gets. */
    private static Problem withoutDetail(Problem problem) {
        return Problem.of(problem.code(), problem.message());
    }

    private ProblemException failed(String what, IOException cause) {
        LOG.warn("{}", what, cause);
        return new ProblemException(withoutDetail(FullDisk.problem(settings.folder(), what, cause)), cause);
    }

    /**
     * Removes uploads that were not used for their lifetime and that no job needs. An upload that a job needs is
     * checked again later.
     */
    public void sweep() {
        try {
            for (UploadFolder.Kept upload : due()) {
                end(upload, journal.needsUpload(upload.sha256()));
            }
        } catch (IOException | ProblemException e) {
            LOG.warn("uploads cannot be looked after now; trying again later", e);
        }
    }

    private List<UploadFolder.Kept> due() throws IOException {
        return folder.unusedSince(over());
    }

    private Instant over() {
        return clock.instant().minus(settings.lifetime());
    }

    /** Ends the upload's time, unless the upload was used since it became due. */
    private synchronized void end(UploadFolder.Kept upload, boolean needed) throws IOException {
        if (!folder.isUnusedSince(upload, over())) {
            return;
        }
        if (needed) {
            // The next look comes before a whole lifetime is over, because the job may end at any time and the upload
            // has already expired.
            folder.use(upload, over().plus(AGAIN.compareTo(settings.lifetime()) < 0 ? AGAIN : settings.lifetime()));
        } else {
            folder.remove(upload);
            LOG.info("upload {} was not used for {} and is removed", upload.sha256(), settings.lifetime());
        }
    }
}
