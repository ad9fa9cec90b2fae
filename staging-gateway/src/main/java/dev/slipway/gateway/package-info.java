/**
 * The staging gateway: one entry point for all steps, with one class per kind of step. The assembly uses only the types
 * of this package.
 */
package dev.slipway.gateway;
