/**
 * Manages the service's home folder: its content, the rights of its files, and the files that the first start makes.
 * Uses accounts and the database's user.
 */
package dev.slipway.server.home;
