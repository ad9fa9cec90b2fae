/** Holds what the user keeps: profiles, open logins and password files. Asks at the terminal for a missing password. */
package dev.slipway.toolkit.profile;
