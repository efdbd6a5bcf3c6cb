package io.feige.protocol.command;

/** Everything that travels: a request, or the answer to one. */
public sealed interface Command permits Request, Answer {}
