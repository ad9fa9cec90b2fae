package dev.slipway.request;

/**
 * Copies a file from a folder of the service's machine into the run folder.
 *
 * @param folder the operator's name for the folder
 * @param path the path of the file below that folder, in the form of a {@link RunPath}
 */
public record FolderCopy(StepHead.In head, String folder, String path) implements StagingStep {

    public FolderCopy {
        Require.text(folder, "folder");
        Require.that(RunPath.isAllowed(path), "not a path inside a folder: " + path);
    }

    @Override
    public Place place() {
        return new Place.Folder(folder);
    }
}
