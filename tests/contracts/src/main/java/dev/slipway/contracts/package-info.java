/** What job documents of other systems come to. */
package dev.slipway.contracts;
