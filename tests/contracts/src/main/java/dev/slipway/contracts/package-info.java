/** Reports how Slipway reads job documents of other systems. */
package dev.slipway.contracts;
