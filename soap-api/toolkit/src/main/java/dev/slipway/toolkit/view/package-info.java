/**
 * Prints jobs and groups for people and for programs, once or at each change. Uses answers and the terminal; calls no
 * service.
 */
package dev.slipway.toolkit.view;
