package dev.slipway.toolkit.document;

/**
 * A file of the run folder that is kept as a result.
 *
 * @param file the path in the run folder
 */
record RunOutput(String file) {

    /**
     * Returns the name of the result. A name has no slash, because a slash would split the name in paths of pages and
     * folders.
     */
    String name() {
        return file.replace('/', '-');
    }
}
