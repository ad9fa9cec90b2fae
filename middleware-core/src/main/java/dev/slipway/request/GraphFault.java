package dev.slipway.request;

/**
 * What kernels and links get wrong between them.
 *
 * @param part of the graph that is to be mended
 * @param at its place among its like, from 0; 0 of the graph
 * @param message one factual line
 * @param remedy a sentence
 */
public record GraphFault(Part part, int at, String message, String remedy) {

    /** Where a fault is. */
    public enum Part {
        GRAPH,
        KERNEL,
        LINK
    }
}
