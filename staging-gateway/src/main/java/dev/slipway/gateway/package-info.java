/** The staging gateway: one door for all steps, one class per kind of step behind it. The assembly uses only this package's types. */
package dev.slipway.gateway;
