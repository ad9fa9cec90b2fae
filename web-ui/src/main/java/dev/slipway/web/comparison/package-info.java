/** Contains the page of two runs beside each other: their requests, figures, distributions and staged files. */
package dev.slipway.web.comparison;
