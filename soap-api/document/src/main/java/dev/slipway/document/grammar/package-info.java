/** Names the elements of job documents, and says which elements and attributes may stand where. */
package dev.slipway.document.grammar;
