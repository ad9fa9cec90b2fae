/**
 * Contains the pages' frame: security, compiled JSPs, assets, problem pages and the formats of values. Uses Spring MVC
 * and Security and the problem table; depends on no page.
 */
package dev.slipway.web;
