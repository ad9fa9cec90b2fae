package dev.slipway.server.cluster;

import dev.slipway.run.ArrayPlace;
import dev.slipway.run.slurm.SlurmJob;
import dev.slipway.run.slurm.SlurmState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A job in the JSON of slurmrestd, of any version. The waiting jobs of an array are one job there, which has a text
 * with their indices.
 */
record RestListedJob(JsonNode node) {
    /** A part of the indices of waiting jobs, such as 7, or 2-9, or 2-10:2 for each second index. */
    private static final Pattern INDICES = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9})(?::([1-9][0-9]{0,8}))?)?");

    /** The end of a text of indices that says how many of the jobs may run at once. */
    private static final String AT_ONCE = "%[0-9]+$";

    /** The end of a text of indices that Slurm has cut off, with the last index, which may be cut off, too. */
    private static final String CUT_OFF = "(^|,)[^,]*[.]{3}$";

    String name() {
        return node.path("name").asString("");
    }

    String comment() {
        return text(node.path("comment"));
    }

    /** Newer versions have the comments of users and administrators in one object. */
    private static String text(JsonNode comment) {
        return comment.isObject() ? comment.path("job").asString("") : comment.asString("");
    }

    /**
     * Returns whether this is the job of the run with this name, or stands for the waiting jobs of an array that
     * contain the run's job. If Slurm has cut off the indices, the job stands for all higher indices, too, so that no
     * waiting run seems to be missing.
     */
    boolean isOf(String run) {
        String index = run.substring(ArrayPlace.jobName(run).length());
        if (!ArrayPlace.jobName(run).equals(name()) || index.isEmpty() == isOfArray()) {
            return false;
        }
        return index.isEmpty() || hasIndex(Integer.parseInt(index.substring(1)));
    }

    private boolean isOfArray() {
        return array().isPresent();
    }

    private Optional<Long> array() {
        return whole(node.path("array_job_id")).filter(number -> number > 0);
    }

    /** Returns whether this stands for the waiting jobs of an array, and not for one job. */
    boolean isOfWaiting() {
        return isOfArray() && index().isEmpty();
    }

    private Optional<Long> index() {
        return whole(node.path("array_task_id"));
    }

    private boolean hasIndex(int wanted) {
        return index().map(own -> own == wanted).orElseGet(() -> waits(wanted));
    }

    private boolean waits(int wanted) {
        String indices = node.path("array_task_string").asString("").replaceFirst(AT_ONCE, "");
        String whole = indices.replaceFirst(CUT_OFF, "");
        int last = -1;
        Matcher part = INDICES.matcher(whole);
        while (part.find()) {
            int from = Integer.parseInt(part.group(1));
            int step = part.group(3) == null ? 1 : Integer.parseInt(part.group(3));
            last = part.group(2) == null ? from : Integer.parseInt(part.group(2));
            if (from <= wanted && wanted <= last && (wanted - from) % step == 0) {
                return true;
            }
        }
        return !whole.equals(indices) && wanted > last;
    }

    /**
     * Returns the job as the job of the run with this name; empty for a job of an unknown form.
     *
     * @param now the present time; an expected start that is too far away is left out
     */
    Optional<SlurmJob> as(String run, Instant now) {
        Optional<Long> number = array().or(() -> whole(node.path("job_id")));
        Optional<Long> uid = whole(node.path("user_id"));
        List<String> words = words(node.path("job_state"));
        if (number.isEmpty() || uid.isEmpty() || words.isEmpty()) {
            return Optional.empty();
        }
        String word = word(words);
        String reason = node.path("state_reason").asString("");
        return Optional.of(new SlurmJob(
                number.get() + run.substring(ArrayPlace.jobName(run).length()),
                uid.get(),
                run,
                SlurmState.of(word),
                word,
                whole(node.path("restart_cnt"))
                        .filter(count -> count >= 0 && count <= Integer.MAX_VALUE)
                        .map(Math::toIntExact)
                        .orElse(0),
                whole(node.path("start_time"))
                        .filter(seconds -> seconds > 0)
                        .map(Instant::ofEpochSecond)
                        .filter(time -> SlurmJob.isForeseeable(time, now)),
                reason.equals("None") ? "" : reason));
    }

    /**
     * Returns the state among the words of a job. The first word is the state, and flags such as COMPLETING follow. As
     * in squeue, a flag counts more than the state. Unknown flags do not count.
     */
    private static String word(List<String> words) {
        return words.stream()
                .filter(word -> SlurmState.of(word) != SlurmState.OTHER)
                .reduce((before, last) -> last)
                .orElse(words.get(0));
    }

    private static List<String> words(JsonNode state) {
        return (state.isArray() ? StreamSupport.stream(state.spliterator(), false) : Stream.of(state))
                .map(word -> word.asString(""))
                .filter(word -> !word.isBlank())
                .toList();
    }

    /** Returns a whole number, which newer versions wrap into an object that says whether the number is set. */
    static Optional<Long> whole(JsonNode node) {
        if (node.isObject()) {
            return node.path("set").asBoolean(false) ? whole(node.path("number")) : Optional.empty();
        }
        return node.canConvertToLong() ? Optional.of(node.asLong()) : Optional.empty();
    }
}
