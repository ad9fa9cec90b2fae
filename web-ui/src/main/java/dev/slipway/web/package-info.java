/**
 * The pages' frame: security, compiled JSPs, assets, problem pages and how values read. Uses Spring MVC and Security and the problem
 * table; knows no page.
 */
package dev.slipway.web;
