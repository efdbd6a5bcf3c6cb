package io.feige.broker.server.ops;

import io.feige.protocol.model.WorkFigures;

/** How it goes at a stage of a topic of work. */
public record StageWork(String pair, String topic, WorkFigures figures) {}
