/** Questions to web services whose answers become rows. Uses http, xml, files, step, and the parameter files. */
package dev.slipway.gateway.query;
