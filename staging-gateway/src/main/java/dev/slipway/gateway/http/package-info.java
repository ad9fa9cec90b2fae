/** Web sites that the operator has named: files from them, resumed after a cut. Uses files and step. */
package dev.slipway.gateway.http;
