package io.feige.broker.core;

/** A message as a consumer or reader got it. */
record Delivered(long offset, int attempt) {}
