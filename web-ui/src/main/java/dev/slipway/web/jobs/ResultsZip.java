package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.ResultEntry;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.Readable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The results of several jobs as one zip, with a folder for each job. The files go from their places to the reader
 * without a copy in between. A report in the zip tells for each job which files are there, or why none is.
 */
final class ResultsZip {
    /** The most files of one zip. */
    static final int MOST_FILES = 10_000;

    /** The most bytes of all files together, before they are packed. */
    static final long MOST_BYTES = 8L << 30;

    /** Name of the report. */
    static final String REPORT = "report.txt";

    private final JobDesk desk;
    private final Caller caller;
    private final List<File> files = new ArrayList<>();
    private final List<ChosenView.Line> lines = new ArrayList<>();
    private final StringBuilder report = new StringBuilder();

    private record File(JobToken job, String result, String place) {}

    private ResultsZip(JobDesk desk, Caller caller) {
        this.desk = desk;
        this.caller = caller;
    }

    /**
     * Looks up the results of the jobs.
     *
     * @throws ProblemException CALL_INVALID if the zip would be too large
     */
    static ResultsZip of(Caller caller, List<String> jobs, JobDesk desk, ChosenJobs chosen) {
        ResultsZip zip = new ResultsZip(desk, caller);
        long bytes = 0;
        for (String job : ChosenJobs.distinct(jobs)) {
            bytes += zip.add(job, chosen);
        }
        if (bytes > MOST_BYTES || zip.files.size() > MOST_FILES) {
            throw new ProblemException(Problem.of(
                    ProblemCode.CALL_INVALID,
                    "the results are " + zip.files.size() + " files with " + Readable.bytes(bytes)
                            + ", and one download has at most " + MOST_FILES + " files and "
                            + Readable.bytes(MOST_BYTES) + ": choose fewer jobs"));
        }
        return zip;
    }

    /** Adds the results of a job; returns the number of their bytes. */
    private long add(String job, ChosenJobs chosen) {
        String name = "";
        try {
            JobToken token = ChosenJobs.token(job);
            name = chosen.name(caller, token);
            List<ResultEntry> results = desk.results(caller, token);
            if (results.isEmpty()) {
                throw new ProblemException(Problem.of(ProblemCode.RESULT_UNKNOWN, "job " + token + " has no results"));
            }
            Set<String> taken = new HashSet<>();
            results.forEach(result -> files.add(new File(token, result.name(), place(token, result, taken))));
            lines.add(new ChosenView.Line(job, name, "", null));
            return results.stream().mapToLong(ResultEntry::bytes).sum();
        } catch (ProblemException refused) {
            ChosenJobs.requireAnswer(refused);
            lines.add(new ChosenView.Line(job, name, "", refused.problem()));
            report.append(job).append(": ").append(refused.problem().message()).append('\n');
            return 0;
        }
    }

    /** Returns the place of a result in the zip. A second file of one name is placed under its number. */
    private static String place(JobToken token, ResultEntry result, Set<String> taken) {
        String place = result.fileName();
        for (int number = 2; !taken.add(place); number++) {
            place = number + "/" + result.fileName();
        }
        return token + "/" + place;
    }

    /** Returns whether no job has results, so that there is nothing to download. */
    boolean isEmpty() {
        return files.isEmpty();
    }

    /** Reports the jobs, for a page instead of a zip. */
    ChosenView view() {
        return new ChosenView("DOWNLOAD", List.copyOf(lines));
    }

    /** Writes the zip. A file that went away meanwhile is told in the report. */
    void write(OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        zip.setLevel(Deflater.BEST_SPEED);
        for (File file : files) {
            write(zip, file);
        }
        zip.putNextEntry(new ZipEntry(REPORT));
        zip.write(report.toString().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
        zip.finish();
    }

    private void write(ZipOutputStream zip, File file) throws IOException {
        try (InputStream in = desk.openResult(caller, file.job(), file.result())) {
            zip.putNextEntry(new ZipEntry(file.place()));
            in.transferTo(zip);
            zip.closeEntry();
            report.append(file.place()).append(": ").append(file.result()).append('\n');
        } catch (ProblemException gone) {
            report.append(file.place())
                    .append(": ")
                    .append(gone.problem().message())
                    .append('\n');
        }
    }
}
