/**
 * Holds the SOAP service: translates calls to the desk, and the answers back. Uses the core's desk and the job
 * document's reader.
 */
package dev.slipway.service;
