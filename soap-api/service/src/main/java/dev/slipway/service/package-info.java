/**
 * Configures the SOAP service and holds its WSDL. The packages below translate calls to the desk, and the answers back.
 * They use the core's desk and the job document's reader.
 */
package dev.slipway.service;
