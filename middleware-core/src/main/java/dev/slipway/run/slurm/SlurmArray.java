package dev.slipway.run.slurm;

import dev.slipway.run.ArrayPlace;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The part of a submission that makes several runs one array of Slurm.
 *
 * @param place the place of one of the runs
 * @param indices the indices of all runs
 */
public record SlurmArray(ArrayPlace place, List<Integer> indices) {
    /** Returns the indices as Slurm reads them. */
    public String text() {
        return indices.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
