/** Runs the SOAP stack: its servlet, its limits, the caller's login, and the words of its faults. */
package dev.slipway.service.soap;
