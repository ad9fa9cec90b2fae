package dev.slipway.run;

/**
 * The place of a run in an array of a cluster. A run keeps its place for good. If the run is submitted again, the new
 * array has the same name and place, and another comment.
 *
 * @param array the name of the array: the token of the first run in the array
 * @param index the number of the run in the array
 * @param losses the number of times that the cluster has forgotten the run
 */
public record ArrayPlace(String array, int index, int losses) {
    /** Stands between the name of an array and an index. No token has this character. */
    private static final char BETWEEN = '_';

    /** Returns the name of this run among the runs of the cluster. */
    public String name() {
        return array + BETWEEN + index;
    }

    /** Returns the name that the cluster gives to the job of a run with this name: that of the run's array, if any. */
    public static String jobName(String name) {
        int end = name.indexOf(BETWEEN);
        return end < 0 ? name : name.substring(0, end);
    }

    /**
     * Returns the name of the run that a job of the cluster belongs to.
     *
     * @param number the number of the job, with an index for a job of an array
     */
    public static String nameOf(String jobName, String number) {
        int end = number.indexOf(BETWEEN);
        return end < 0 ? jobName : jobName + number.substring(end);
    }

    /** Returns this place in the array that follows after the cluster has forgotten the run. */
    public ArrayPlace lost() {
        return new ArrayPlace(array, index, losses + 1);
    }

    /**
     * Returns the comment of the array. The comment tells two arrays of one name apart, because a cluster without its
     * earlier state may give the number of the first array to the second.
     */
    public String comment() {
        return losses == 0 ? array : array + "." + losses;
    }

    /** Returns the number of this run, if the cluster gave this number to the array. */
    public String number(String arrayNumber) {
        return arrayNumber + BETWEEN + index;
    }

    /** Returns the number of the array of a run with this number; the given number for a run that is in no array. */
    public static String arrayNumber(String number) {
        return jobName(number);
    }
}
