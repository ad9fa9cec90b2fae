package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LauncherNotesTest {
    private static final String LINE = "-".repeat(74) + "\n";
    private static final String PRIMARY = LINE + "Primary job  terminated normally, but 1 process returned\n"
            + "a non-zero exit code. Per user-direction, the job has been aborted.\n" + LINE;
    private static final String PROCESS = LINE
            + "mpirun.openmpi detected that one or more processes exited with non-zero status, thus causing\n"
            + "the job to be terminated. The first process to do so was:\n\n  Process name: [[27900,1],1]\n"
            + "  Exit code:    2\n" + LINE;

    @Test
    void what_mpirun_adds_stands_apart_from_the_program() {
        LauncherNotes parts =
                LauncherNotes.of("var-mc: --scenarios is not a number\nhint: see the help\n" + PRIMARY + PROCESS);

        assertThat(parts.own()).isEqualTo("var-mc: --scenarios is not a number\nhint: see the help");
        assertThat(parts.notes()).startsWith(LINE + "Primary job").contains("Exit code:    2");
    }

    @Test
    void a_program_may_draw_lines_of_its_own() {
        String table = LINE + "desk  value\n" + LINE + "equity  12\n" + LINE;

        assertThat(LauncherNotes.of(table)).isEqualTo(new LauncherNotes(table, ""));
        assertThat(LauncherNotes.of(table + PRIMARY).own()).isEqualTo(table.strip());
    }

    @Test
    void mpich_and_an_abort_are_known_too() {
        String mpich = "=".repeat(83) + "\n=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES\n=   EXIT CODE: 3\n"
                + "=".repeat(83) + "\n";
        String abort =
                LINE + "MPI_ABORT was invoked on rank 0 in communicator MPI_COMM_WORLD\nwith errorcode 1.\n" + LINE;

        assertThat(LauncherNotes.of("died\n" + mpich).own()).isEqualTo("died");
        assertThat(LauncherNotes.of("died\n" + abort).own()).isEqualTo("died");
        assertThat(LauncherNotes.of("[host:123] 1 more process has sent help message help-mpi-api.txt\nlast\n")
                        .own())
                .isEqualTo("last");
    }

    @Test
    void text_without_notes_stays_as_it_is() {
        assertThat(LauncherNotes.of("one\ntwo\n").own()).isEqualTo("one\ntwo\n");
        assertThat(LauncherNotes.of("").notes()).isEmpty();
    }

    @Test
    void the_program_speaks_first_and_mpirun_only_for_a_program_that_says_nothing() {
        assertThat(LauncherNotes.of("\ndied\n" + PRIMARY).first()).isEqualTo("died");
        assertThat(LauncherNotes.of(PRIMARY).first()).contains("Primary job");
        assertThat(LauncherNotes.of(PRIMARY + "died\n" + PROCESS).inOrder())
                .startsWith("died\n" + LINE + "Primary job")
                .contains("Exit code:    2");
    }
}
