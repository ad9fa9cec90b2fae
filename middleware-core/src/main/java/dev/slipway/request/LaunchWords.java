package dev.slipway.request;

import java.util.regex.Pattern;

/** Knows the arguments and variables that no launch command takes, on any partition and whatever an operator lists. */
public final class LaunchWords {
    /** Names by which the loader, mpirun, a batch system or a shell would run something else, and those that the run sets itself. */
    private static final Pattern STEERING = Pattern.compile("(LD|DYLD|OMPI|OPAL|ORTE|PMIX|PMI|PRTE|MPICH|MPIR|MPIEXEC"
            + "|HYDRA|HWLOC|UCX|UCS|UCC|FI|PSM2?|RDMAV|IBV|SGE|SLURM|SLURMD|SRUN|SBATCH|PBS|LSB|LSF|LS|COBALT|OAR|FLUX"
            + "|ALPS|PALS|MUNGE|SLIPWAY|OSF|BASH|GLIBC|MALLOC)_.*"
            + "|ARC|JOB_ID|PE_HOSTFILE|NHOSTS|NSLOTS|GCONV_PATH|LOCPATH|NLSPATH|ENV|SHELLOPTS|BASHOPTS|IFS|PS4"
            + "|PATH|HOME|TMPDIR");

    /** mpirun takes this word, wherever it stands, for the beginning of another program. */
    private static final String NEXT_PROGRAM = ":";

    /**
     * Words by which mpirun takes settings, also from among the program's own arguments: Open MPI 4 looks through the whole command line for
     * them. By such a setting mpirun loads a library from any folder, the run folder too. The parts of Open MPI 5 have words of their own.
     */
    private static final Pattern SETTING = Pattern.compile("--?((g|o|p|pmix|prte|opal|orte)?mca.*|am|tune)");

    private LaunchWords() {}

    /** Whether a variable of this name steers the loader, the launch command or a shell, or is set by the run itself. */
    public static boolean steers(String variable) {
        return STEERING.matcher(variable).matches();
    }

    /** Whether mpirun would begin another program at this argument. */
    public static boolean beginsProgram(String argument) {
        return argument.equals(NEXT_PROGRAM);
    }

    /** Whether mpirun would take this argument for itself in one way or the other. */
    public static boolean takenByLaunch(String argument) {
        return beginsProgram(argument) || setsLaunch(argument);
    }

    /** Whether mpirun would take this argument for a setting of its own. */
    public static boolean setsLaunch(String argument) {
        return SETTING.matcher(argument).matches();
    }
}
