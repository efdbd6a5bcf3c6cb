package io.feige.client.internal.base;

/**
 * A task that several threads may run at a time, each of which does what is left: what its first
 * thread is stuck in keeps nobody else from doing the rest.
 */
public interface Resumable extends Runnable {}
