package dev.slipway.upload;

import dev.slipway.digest.Sha256;
import dev.slipway.disk.FullDisk;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.OperationLedger;
import dev.slipway.journal.OperationLedger.Entry;
import dev.slipway.journal.OperationLedger.Kind;
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
 * Keeps what users bring, each user's apart, and removes what nobody needs. One call at a time, so that what is counted is what is there.
 */
public final class Uploads {
    private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);
    private static final int LONGEST_NAME = 200;
    /** Until a job that needs an upload is looked for again; that reads the first events of all open jobs. */
    private static final Duration AGAIN = Duration.ofHours(1);

    private final UploadSettings settings;
    private final UploadFolder folder;
    private final JobJournal journal;
    private final OperationLedger ledger;
    private final Clock clock;

    /** Makes the folder. @throws UncheckedIOException if it cannot */
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
     * Keeps the bytes; they are on disk when this returns. The same bytes of the same user change nothing but when they were used last.
     *
     * @param name what the user calls them; kept in the record of operations
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

    /** Noted before it has its name: there is no file that no row names. */
    private void write(String user, String sha256, byte[] bytes, Instant now, Entry uploaded) throws IOException {
        ProblemException failure;
        try {
            folder.keep(user, sha256, bytes, now, () -> ledger.note(uploaded));
            return;
        } catch (IOException e) {
            // Told while the disk is as full as it was.
            failure = failed("the upload cannot be kept", e);
        } catch (ProblemException e) {
            failure = e;
        }
        try {
            folder.discard(user);
        } catch (IOException e) {
            // The next upload of this user, or the next start, takes its place.
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
     * Refuses requests that name an upload which is not kept of {@code owner}; all others count as used now.
     *
     * @throws ProblemException UPLOAD_UNKNOWN, the same for one that another user has
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

    /** Whatever {@link #require} would refuse; changes nothing. */
    public List<Problem> obstacles(String owner, JobRequest request) {
        return request.stageIn().stream()
                .map(step -> obstacle(owner, step))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The same of one step. */
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

    /** Leaves the cause to the log. */
    private static Problem withoutDetail(Problem problem) {
        return Problem.of(problem.code(), problem.message());
    }

    private ProblemException failed(String what, IOException cause) {
        LOG.warn("{}", what, cause);
        return new ProblemException(withoutDetail(FullDisk.problem(settings.folder(), what, cause)), cause);
    }

    /** Removes what was not used for as long as it is kept and what no job needs; what one needs is looked at again after a while. */
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

    /** Unless it was used since it was due. */
    private synchronized void end(UploadFolder.Kept upload, boolean needed) throws IOException {
        if (!folder.isUnusedSince(upload, over())) {
            return;
        }
        if (needed) {
            // Not for a whole lifetime: its job may end at any time, and its time is over already.
            folder.use(upload, over().plus(AGAIN.compareTo(settings.lifetime()) < 0 ? AGAIN : settings.lifetime()));
        } else {
            folder.remove(upload);
            LOG.info("upload {} was not used for {} and is removed", upload.sha256(), settings.lifetime());
        }
    }
}
