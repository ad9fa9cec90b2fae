package dev.slipway.request;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The request of a user: the whole content of a job document, free of XML. Every reader normalises to this form, and no
 * later component sees the document. Valid by construction: the constructors refuse requests without a meaning.
 *
 * @param name the job's name for people; not unique
 * @param submissionId the client's own id ({@code JobDefinition/@sid}): the same user, id and document give the same
 *     job again
 * @param stageIn the steps before the run; order groups ascend, steps of one group may run in parallel
 * @param stageOut the steps after the run, ordered likewise
 * @param results files of the run folder that are kept for download when the job ends well
 * @param contracts the requirements on data, by the names of the stage-in steps that bring them
 * @param snapshots the sources of which all extracts of the job read one snapshot
 */
public record JobRequest(
        String name,
        Optional<String> description,
        Optional<String> submissionId,
        LaunchRequest launch,
        List<StagingStep> stageIn,
        List<StagingStep> stageOut,
        List<ResultFile> results,
        Map<String, DataContract> contracts,
        List<String> snapshots) {

    public JobRequest {
        Require.text(name, "name");
        stageIn = List.copyOf(stageIn);
        stageOut = List.copyOf(stageOut);
        results = List.copyOf(results);
        // Journals of older versions lack this field. The order is fixed, so that equal requests are written alike.
        contracts = contracts == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(contracts));
        snapshots = snapshots == null ? List.of() : snapshots.stream().sorted().toList();
        for (StagingStep step : stageIn) {
            Require.that(
                    step.direction() == StagingStep.Direction.IN,
                    step.name() + " moves data out, but stands in stage-in");
        }
        for (StagingStep step : stageOut) {
            Require.that(
                    step.direction() == StagingStep.Direction.OUT,
                    step.name() + " moves data in, but stands in stage-out");
        }
        Require.distinct(stageIn.stream().map(StagingStep::name).toList(), "stage-in step");
        Require.distinct(stageOut.stream().map(StagingStep::name).toList(), "stage-out step");
        List<String> steps = stageIn.stream().map(StagingStep::name).toList();
        contracts.keySet().forEach(step -> Require.that(steps.contains(step), "a contract for no step: " + step));
        Require.distinct(results.stream().map(ResultFile::name).toList(), "result");
        Require.distinct(snapshots, "source with a snapshot");
        for (String source : snapshots) {
            Require.that(
                    stageIn.stream().anyMatch(step -> isExtract(step, source)),
                    "a snapshot of a source of which the job extracts nothing: " + source);
        }
    }

    private static boolean isExtract(StagingStep step, String source) {
        return step.direction() == StagingStep.Direction.IN && step.place().equals(new Place.Source(source));
    }

    /** Returns whether {@code step} reads a snapshot of its database that other steps of the job read too. */
    public boolean sharesSnapshot(StagingStep step) {
        return snapshots.stream().anyMatch(source -> isExtract(step, source));
    }

    /** Returns the contract for the data of {@code step}. */
    public Optional<DataContract> contract(StagingStep step) {
        return step.direction() == StagingStep.Direction.IN
                ? Optional.ofNullable(contracts.get(step.name()))
                : Optional.empty();
    }

    /** Returns this request with other contracts. */
    public JobRequest under(Map<String, DataContract> others) {
        return new JobRequest(name, description, submissionId, launch, stageIn, stageOut, results, others, snapshots);
    }

    /** Returns all steps of the job, in order. */
    public Stream<StagingStep> steps() {
        return Stream.concat(stageIn.stream(), stageOut.stream());
    }

    /** Returns this request with a submission id of the client. */
    public JobRequest withSubmissionId(String id) {
        return new JobRequest(
                name, description, Optional.of(id), launch, stageIn, stageOut, results, contracts, snapshots);
    }

    /** Returns this request as a submission of its own, which cannot be confused with a later one. */
    public JobRequest withoutSubmissionId() {
        return withSubmissionId(Optional.empty());
    }

    /** Returns this request with this submission id, or without one. */
    public JobRequest withSubmissionId(Optional<String> id) {
        return new JobRequest(name, description, id, launch, stageIn, stageOut, results, contracts, snapshots);
    }
}
