package dev.slipway.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Separates the text of a program from the notes of mpirun around that text. Open MPI frames its notes by two lines of
 * dashes, and MPICH by two lines of equals signs.
 *
 * @param own the program's text
 * @param notes mpirun's text; empty without one
 */
public record LauncherNotes(String own, String notes) {
    private static final Pattern FRAME = Pattern.compile("-{60,}|={60,}");
    private static final Pattern ABOUT_PROCESSES = Pattern.compile(
            "mpirun|mpiexec|prterun|MPI_A(BORT|bort)|Primary job|BAD TERMINATION|MPI processes|slots available");
    private static final Pattern AFTERWORD =
            Pattern.compile("\\[[^\\]]+:\\d+\\] .*(help message|orte_base_help_aggregate).*");

    /** Separates a text that begins at the begin of a line. */
    public static LauncherNotes of(String text) {
        List<String> lines = Arrays.asList(text.split("\n", -1));
        List<String> own = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < lines.size(); ) {
            int end = endOfNote(lines, i);
            (end > i ? notes : own).addAll(lines.subList(i, Math.max(end, i + 1)));
            i = Math.max(end, i + 1);
        }
        return notes.isEmpty()
                ? new LauncherNotes(text, "")
                : new LauncherNotes(String.join("\n", own).stripTrailing(), String.join("\n", notes));
    }

    /** Returns what a reader needs first: the program's text, or all of the text if the program wrote nothing. */
    public String first() {
        return own.isBlank() ? notes : own.strip();
    }

    /** Returns the whole text, with the program's before mpirun's. */
    public String inOrder() {
        return own.isBlank() || notes.isEmpty() ? first() : own.strip() + "\n" + notes;
    }

    /** Returns the line behind the note that begins at this line; {@code begin} if no note begins there. */
    private static int endOfNote(List<String> lines, int begin) {
        String first = lines.get(begin);
        if (AFTERWORD.matcher(first).matches()) {
            return begin + 1;
        }
        if (!FRAME.matcher(first).matches()) {
            return begin;
        }
        int frame = begin + 1;
        while (frame < lines.size() && !FRAME.matcher(lines.get(frame)).matches()) {
            frame++;
        }
        boolean about = lines.subList(begin + 1, frame).stream()
                .anyMatch(line -> ABOUT_PROCESSES.matcher(line).find());
        return about && frame < lines.size() ? frame + 1 : begin;
    }
}
