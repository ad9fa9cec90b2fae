/** The ports through which data moves, and what they tell about it. */
package dev.slipway.staging;
