/** The service's folder: what is in it, with which rights, and what the first start puts there. Uses settings, accounts and the database's user. */
package dev.slipway.server.home;
