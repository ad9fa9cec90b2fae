package dev.slipway.gateway.files;

import java.nio.file.Path;

/**
 * A folder of the service's machine that the operator lets documents name.
 *
 * @param name what documents call it
 * @param path absolute; may lead over symbolic links, what is below it may not
 */
public record SharedFolder(String name, Path path) {}
