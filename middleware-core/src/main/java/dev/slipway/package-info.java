/**
 * The middleware put together, without any container: journal, queue, dispatcher and desk in one process. May use all
 * of the core.
 */
package dev.slipway;
