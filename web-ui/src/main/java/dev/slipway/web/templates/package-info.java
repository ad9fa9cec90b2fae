/** Contains the pages of templates and of the schedules that run them. */
package dev.slipway.web.templates;
