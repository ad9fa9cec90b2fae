package dev.slipway.account;

/** A user as others see them. */
public record User(String name, Rights rights) {}
