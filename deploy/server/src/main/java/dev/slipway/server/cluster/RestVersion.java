package dev.slipway.server.cluster;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A version of the requests and answers of slurmrestd. One slurmrestd speaks several versions.
 *
 * @param number the last part of the version, as 38 in v0.0.38
 */
record RestVersion(int number) {
    /** The newest version with fields that the service knows. */
    private static final int NEWEST = 44;

    /** The last version that takes a job by the options of sbatch; later versions have typed fields. */
    private static final int LAST_WITH_OPTIONS = 38;

    private static final Pattern PATH = Pattern.compile("/slurm/v0\\.0\\.([0-9]{1,4})/job/submit/?");

    /**
     * Returns the version to speak, from slurmrestd's description of its paths: the newest known one, or else the
     * oldest of the newer ones, which differs least from the known ones. Empty for a description without versions.
     */
    static Optional<RestVersion> choose(JsonNode openapi) {
        List<RestVersion> spoken = openapi.path("paths").propertyNames().stream()
                .map(PATH::matcher)
                .filter(Matcher::matches)
                .map(path -> new RestVersion(Integer.parseInt(path.group(1))))
                .toList();
        Comparator<RestVersion> age = Comparator.comparing(RestVersion::number);
        return spoken.stream()
                .filter(version -> version.number <= NEWEST)
                .max(age)
                .or(() -> spoken.stream().min(age));
    }

    /** Returns the path of a request of this version. */
    String path(String request) {
        return "/slurm/v0.0." + number + "/" + request;
    }

    boolean takesOptions() {
        return number <= LAST_WITH_OPTIONS;
    }
}
