/** How data moves: the order of steps, the port through which they move, and what they tell about it. May use request and job. */
package dev.slipway.staging;
