/** The kill points at which a crash may cut effects off, as the effects declare them. Depends on no other package. */
package dev.slipway.effect;
