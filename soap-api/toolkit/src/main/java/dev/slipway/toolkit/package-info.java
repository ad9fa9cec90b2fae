/**
 * Holds the command line: one SOAP call for each verb. Knows the service's WSDL; uses picocli and the JDK, and no other
 * part of Slipway. This package itself lists the verbs and writes their help; the packages below hold the rest.
 */
package dev.slipway.toolkit;
