package dev.slipway.request;

/**
 * A file of a folder of the service's machine, copied into the run folder.
 *
 * @param folder the operator's name for the folder
 * @param path the file below it, as of a {@link RunPath}
 */
public record FolderCopy(
        String name,
        int orderGroup,
        String folder,
        String path,
        RunPath file,
        CreationFlag creation,
        Compression compression)
        implements StagingStep {

    public FolderCopy {
        Require.text(name, "step name");
        Require.text(folder, "folder");
        Require.that(RunPath.isAllowed(path), "not a path inside a folder: " + path);
    }

    @Override
    public Direction direction() {
        return Direction.IN;
    }

    @Override
    public String place() {
        return folder;
    }
}
