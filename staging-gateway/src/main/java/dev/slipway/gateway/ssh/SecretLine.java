package dev.slipway.gateway.ssh;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The first line of a file with a secret of the operator. */
final class SecretLine {
    private SecretLine() {}

    /**
     * Reads the secret. The caller overwrites the bytes after use.
     *
     * @param what names the secret, for the problem of an unreadable file
     */
    static byte[] read(SshHost host, String what, Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            int end = 0;
            while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
                end++;
            }
            byte[] line = Arrays.copyOf(bytes, end);
            Arrays.fill(bytes, (byte) 0);
            return line;
        } catch (IOException e) {
            throw StepProblem.of(
                    ProblemCode.HOST_LOGIN, "the " + what + " file of host " + host.name() + " cannot be read");
        }
    }
}
