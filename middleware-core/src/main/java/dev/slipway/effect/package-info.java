/** Where effects on the world may be cut off by a crash: declared by those who have them. Depends on nothing. */
package dev.slipway.effect;
