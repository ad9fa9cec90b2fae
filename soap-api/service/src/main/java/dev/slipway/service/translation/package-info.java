/** Translates the desk's answers and problems to types of the WSDL. */
package dev.slipway.service.translation;
