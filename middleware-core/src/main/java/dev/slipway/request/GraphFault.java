package dev.slipway.request;

/**
 * A fault between kernels and links.
 *
 * @param part the kind of element to correct
 * @param at the position of the element among those of its kind, from 0; 0 for the graph
 * @param message one factual line
 * @param remedy a sentence
 */
public record GraphFault(Part part, int at, String message, String remedy) {

    /** The kind of the faulty element. */
    public enum Part {
        GRAPH,
        KERNEL,
        LINK
    }
}
