package dev.slipway.gateway.ssh;

/**
 * The answer of a command on a host.
 *
 * @param status the command's exit status
 * @param out the text that the command wrote to standard output
 * @param err the text that the command wrote to standard error; of a long text, the end
 */
public record HostAnswer(int status, String out, String err) {}
