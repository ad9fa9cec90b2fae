/**
 * The command line: one SOAP call for each verb. Knows the service's WSDL; uses picocli and the JDK, nothing else of
 * Slipway.
 */
package dev.slipway.toolkit;
