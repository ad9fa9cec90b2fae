/** Reads the steps that move data in and out, and checks their order. */
package dev.slipway.document.staging;
