/**
 * Holds the command line: one SOAP call for each verb. Knows the service's WSDL; uses picocli and the JDK, and no other
 * part of Slipway.
 */
package dev.slipway.toolkit;
