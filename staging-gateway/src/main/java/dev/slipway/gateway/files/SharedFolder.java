package dev.slipway.gateway.files;

import java.nio.file.Path;

/**
 * A folder of the service's machine that the operator lets documents name.
 *
 * @param name the folder's name in documents
 * @param path absolute; may lead over symbolic links, but paths below the folder may not
 */
public record SharedFolder(String name, Path path) {}
