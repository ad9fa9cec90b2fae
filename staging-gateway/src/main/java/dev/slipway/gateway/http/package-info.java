/**
 * Web sites that the operator has named: files fetched from them, resumed after a cut, and questions to them. Uses
 * files and step.
 */
package dev.slipway.gateway.http;
