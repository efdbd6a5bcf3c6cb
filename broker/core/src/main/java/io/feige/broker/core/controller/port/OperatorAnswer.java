package io.feige.broker.core.controller.port;

/**
 * What an operator is told.
 *
 * @param isDone whether it was done
 * @param words what happened, or why not and what to do
 */
public record OperatorAnswer(boolean isDone, String words) {}
