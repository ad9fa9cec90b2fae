/** The one table of problems and the form in which every door reports them. Imports nothing of Slipway. */
package dev.slipway.problem;
