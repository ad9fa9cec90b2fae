/** The one table of problems and the form in which every door reports them. Imports no other package of Slipway. */
package dev.slipway.problem;
