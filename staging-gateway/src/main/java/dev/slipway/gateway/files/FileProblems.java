package dev.slipway.gateway.files;

import dev.slipway.disk.FullDisk;
import dev.slipway.gateway.blocks.CorruptBlocksException;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.zip.ZipException;

/** Maps an {@link IOException} on a file of the run to a problem; no other class does. */
public final class FileProblems {
    private FileProblems() {}

    /** Thrown when a write left, or would leave, no space on the file system of the run folder. */
    static final class NoSpaceException extends IOException {
        private static final long serialVersionUID = 1L;

        NoSpaceException(String message) {
            super(message);
        }
    }

    /** Thrown when a write exceeds the bytes that the job may stage. */
    static final class QuotaException extends IOException {
        private static final long serialVersionUID = 1L;

        QuotaException(long most) {
            this(most, "the file");
        }

        private QuotaException(long most, String what) {
            super("the job may stage " + most + " more bytes, and " + what + " has more");
        }

        static QuotaException unpacked(long most) {
            return new QuotaException(most, "the file, unpacked for its contract,");
        }
    }

    /** Returns the problem of a failure to read {@code file}. */
    public static ProblemException reading(RunPath file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return StepProblem.of(ProblemCode.FILE_MISSING, "the run folder has no file " + file);
        }
        if (e instanceof ParentFolder.NotRegularException) {
            return StepProblem.of(ProblemCode.FILE_MISSING, file + " is " + e.getMessage() + ", not a regular file");
        }
        if (e instanceof LongRowException) {
            return tooLong(file, e);
        }
        if (e instanceof CsvFormatException) {
            return StepProblem.of(ProblemCode.FILE_CORRUPT, "the rows of " + file + " cannot be read", words(e));
        }
        if (isCorrupt(e)) {
            return StepProblem.of(ProblemCode.FILE_CORRUPT, "the content of " + file + " is damaged", words(e));
        }
        if (e instanceof NotDirectoryException || e instanceof FileSystemException) {
            return StepProblem.of(ProblemCode.FILE_MISSING, "cannot open " + file + " in the run folder", words(e));
        }
        return StepProblem.of(ProblemCode.INTERNAL, "cannot read " + file, words(e));
    }

    /** Returns the problem of a failure to write {@code file}, or to read the old content to which the step appends. */
    public static ProblemException writing(RunPath file, IOException e) {
        if (e instanceof QuotaException) {
            return StepProblem.of(
                    ProblemCode.RUN_QUOTA, "writing " + file + " takes more than the job may have: " + words(e));
        }
        if (e instanceof NoSpaceException || FullDisk.said(e)) {
            return StepProblem.of(ProblemCode.STORAGE_FULL, "no space to write " + file + ": " + words(e));
        }
        if (e instanceof CsvAppendStream.HeaderDiffersException) {
            return StepProblem.of(
                    ProblemCode.FILE_EXISTS, "cannot append to " + file + ": the header lines differ", words(e));
        }
        if (e instanceof ParentFolder.NotRegularException) {
            return StepProblem.of(
                    ProblemCode.FILE_EXISTS, file + " exists and is " + e.getMessage() + ", not a regular file");
        }
        if (e instanceof NotDirectoryException) {
            return StepProblem.of(
                    ProblemCode.FILE_EXISTS,
                    "cannot write " + file + " in the run folder: " + words(e)
                            + " exists and is a file, where a folder should be");
        }
        if (e instanceof LongRowException) {
            return tooLong(file, e);
        }
        if (isCorrupt(e)) {
            return StepProblem.of(ProblemCode.FILE_CORRUPT, "the content of " + file + " is damaged", words(e));
        }
        return StepProblem.of(ProblemCode.INTERNAL, "cannot write " + file + " in the run folder", words(e));
    }

    private static ProblemException tooLong(RunPath file, IOException e) {
        return StepProblem.of(
                ProblemCode.STEP_MEMORY,
                "a row of " + file + " is longer than rows may be that are read",
                words(e) + "; the file is whole otherwise");
    }

    private static boolean isCorrupt(IOException e) {
        return e instanceof CorruptBlocksException
                || e instanceof CsvFormatException
                || e instanceof ZipException
                || e instanceof EOFException;
    }

    private static String words(IOException e) {
        if (e instanceof EOFException && e.getMessage() == null) {
            return "its packed data break off before their end";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
