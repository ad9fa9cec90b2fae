/** Questions to web services whose answers become rows. Uses http, xml, files, step, and the parameter files of sql. */
package dev.slipway.gateway.query;
