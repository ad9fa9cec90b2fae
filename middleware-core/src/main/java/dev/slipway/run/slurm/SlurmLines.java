package dev.slipway.run.slurm;

import dev.slipway.run.ArrayPlace;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the lines of squeue and sacct. Leaves out lines that do not have the requested form, and lines about other
 * jobs: such lines do not count as an answer about a run.
 */
final class SlurmLines {
    /**
     * The fields of squeue, each followed by a bar. The user comes before the name, which any user chooses. The reason
     * comes last, because the reason may hold any characters.
     */
    static final String SQUEUE_FIELDS =
            "JobArrayID:40|,UserID:16|,Name:64|,State:32|,RestartCnt:16|,StartTime:32|,Reason:200";

    /** The fields of sacct, which writes bars between fields. */
    static final String SACCT_FIELDS = "JobID,UID,JobName,State";

    /** The number of a job, which fits a {@code long}, or the number of a job of an array. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}(_[0-9]{1,18})?");

    private static final Pattern UID = Pattern.compile("[0-9]{1,10}");

    private static final Pattern MOST_IN_ARRAY =
            Pattern.compile("^MaxArraySize\\s*=\\s*([0-9]{1,9})\\s*$", Pattern.MULTILINE);

    private static final Pattern SUBMITTED = Pattern.compile("([0-9]{1,18})(;\\S*)?\\s*");
    private static final int SQUEUE_COUNT = 7;
    private static final int SACCT_COUNT = 4;

    private SlurmLines() {}

    /** Returns the number of the new job in an answer of sbatch; empty for an answer without a number. */
    static Optional<String> submitted(String text) {
        Matcher number = SUBMITTED.matcher(text);
        return number.matches() ? Optional.of(number.group(1)) : Optional.empty();
    }

    /** Returns the most jobs of an array in an answer of scontrol; empty for an answer without this setting. */
    static Optional<Integer> mostInArray(String text) {
        Matcher setting = MOST_IN_ARRAY.matcher(text);
        return setting.find() ? Optional.of(Integer.valueOf(setting.group(1))) : Optional.empty();
    }

    /** Returns the jobs of the runs of these names in an answer of squeue. */
    static List<SlurmJob> squeue(String text, Set<String> names, Instant now) {
        return text.lines()
                .map(line -> line.split("\\|", SQUEUE_COUNT))
                .filter(fields -> fields.length == SQUEUE_COUNT)
                .flatMap(fields -> job(fields, now))
                .filter(job -> names.contains(job.name()))
                .toList();
    }

    private static Stream<SlurmJob> job(String[] fields, Instant now) {
        String number = fields[0].strip();
        String word = fields[3].strip();
        if (!isOfUser(fields) || word.isEmpty()) {
            return Stream.empty();
        }
        String reason = fields[6].strip();
        return Stream.of(new SlurmJob(
                number,
                Long.parseLong(fields[1].strip()),
                ArrayPlace.nameOf(fields[2].strip(), number),
                SlurmState.of(word),
                word,
                count(fields[4].strip()),
                time(fields[5].strip(), now),
                reason.equals("None") ? "" : reason));
    }

    /** Returns whether the first fields are the number of a job and the number of a user. */
    private static boolean isOfUser(String[] fields) {
        return NUMBER.matcher(fields[0].strip()).matches()
                && UID.matcher(fields[1].strip()).matches();
    }

    /** Returns the jobs of these runs in an answer of sacct, which tells neither reasons nor restarts. */
    static List<SlurmJob> sacct(String text, Set<String> names) {
        return text.lines()
                .map(line -> line.split("\\|", -1))
                .filter(fields -> fields.length >= SACCT_COUNT)
                .filter(fields -> isOfUser(fields) && !fields[3].isBlank())
                .map(fields -> new SlurmJob(
                        fields[0].strip(),
                        Long.parseLong(fields[1].strip()),
                        ArrayPlace.nameOf(fields[2].strip(), fields[0].strip()),
                        SlurmState.of(fields[3]),
                        fields[3].strip(),
                        0,
                        Optional.empty(),
                        ""))
                .filter(job -> names.contains(job.name()))
                .toList();
    }

    private static int count(String text) {
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    }

    private static Optional<Instant> time(String text, Instant now) {
        try {
            Instant time = LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            return Optional.of(time).filter(start -> SlurmJob.isForeseeable(start, now));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
