/** What users' jobs may name. Uses request, problem and the places of staging; the desk and the dispatcher ask it. */
package dev.slipway.grant;
