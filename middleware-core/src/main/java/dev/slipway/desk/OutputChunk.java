package dev.slipway.desk;

/**
 * A piece of a run's standard output or error.
 *
 * @param offset the offset of the first byte
 * @param complete whether the stream has ended and this piece reaches its end
 */
public record OutputChunk(long offset, byte[] bytes, boolean complete) {

    /** Which stream. */
    public enum Stream {
        STDOUT,
        STDERR
    }
}
