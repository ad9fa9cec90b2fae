/** Provides real servers for the tests of every module. */
package dev.slipway.servers;
