package dev.slipway.request;

import java.util.regex.Pattern;

/**
 * Knows the arguments and variables that every launch command refuses, on all partitions and under any list of the
 * operator.
 */
public final class LaunchWords {
    /**
     * Names that would make the loader, mpirun, a batch system or a shell run another program, and names that the run
     * sets.
     */
    private static final Pattern STEERING = Pattern.compile("(LD|DYLD|OMPI|OPAL|ORTE|PMIX|PMI|PRTE|MPICH|MPIR|MPIEXEC"
            + "|HYDRA|HWLOC|UCX|UCS|UCC|FI|PSM2?|RDMAV|IBV|SGE|SLURM|SLURMD|SRUN|SBATCH|PBS|LSB|LSF|LS|COBALT|OAR|FLUX"
            + "|ALPS|PALS|MUNGE|SLIPWAY|OSF|BASH|GLIBC|MALLOC)_.*"
            + "|ARC|JOB_ID|PE_HOSTFILE|NHOSTS|NSLOTS|GCONV_PATH|LOCPATH|NLSPATH|ENV|SHELLOPTS|BASHOPTS|IFS|PS4"
            + "|PATH|HOME|TMPDIR");

    /** The word at which mpirun begins another program, at any place of the arguments. */
    private static final String NEXT_PROGRAM = ":";

    /**
     * Words that introduce settings of mpirun, even among the program's own arguments: Open MPI 4 searches the whole
     * command line for them. By such a setting, mpirun would load a library from any folder, even from the run folder.
     * The parts of Open MPI 5 have words of their own.
     */
    private static final Pattern SETTING = Pattern.compile("--?((g|o|p|pmix|prte|opal|orte)?mca.*|am|tune)");

    private LaunchWords() {}

    /**
     * Returns whether a variable of this name steers the loader, the launch command or a shell, or is set by the run.
     */
    public static boolean steers(String variable) {
        return STEERING.matcher(variable).matches();
    }

    /** Returns whether mpirun would begin another program at this argument. */
    public static boolean beginsProgram(String argument) {
        return argument.equals(NEXT_PROGRAM);
    }

    /** Returns whether mpirun would interpret this argument in any way, before the program sees the argument. */
    public static boolean takenByLaunch(String argument) {
        return beginsProgram(argument) || setsLaunch(argument);
    }

    /** Returns whether mpirun would interpret this argument as one of its settings. */
    public static boolean setsLaunch(String argument) {
        return SETTING.matcher(argument).matches();
    }
}
