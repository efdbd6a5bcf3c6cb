package io.feige.protocol.command;

/** What a caller is told: that it was done, or that it was not. */
public sealed interface Answer extends Command permits Result, Refusal {}
