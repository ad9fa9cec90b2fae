/**
 * Manages the service's home folder: the content, the rights of the files, and the files that the first start makes.
 * Uses accounts and the database's user.
 */
package dev.slipway.server.home;
