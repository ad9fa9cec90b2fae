package dev.slipway.toolkit.document;

/**
 * A file of the run folder that is kept as a result.
 *
 * @param file the path in the run folder
 */
record RunOutput(String file) {

    /** Returns the name of the result. A slash would part the name where pages and folders use it. */
    String name() {
        return file.replace('/', '-');
    }
}
